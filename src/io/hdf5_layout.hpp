#pragma once
// Names of attributes in a result file: FORMAT.md, schema_version 1.
#include <algorithm>
#include <array>
#include <string_view>

namespace chappe::layout {

inline constexpr const char* kFormatName = "chappe.result";
// Of the root.
inline constexpr const char* kFormat = "format";
inline constexpr const char* kSchemaVersion = "schema_version";
inline constexpr const char* kDefault = "default";
inline constexpr const char* kTables = "tables";
inline constexpr const char* kAttributes = "attributes";
inline constexpr const char* kContent = "content_sha256";
// Of every group.
inline constexpr const char* kClass = "NX_class";
inline constexpr const char* kTitle = "title";
inline constexpr const char* kSignal = "signal";
inline constexpr const char* kAxes = "axes";
inline constexpr const char* kTableAxes = "table_axes";
inline constexpr const char* kColumns = "columns";

/// True for names that ResultSet::attributes may not use.
inline bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 7> kRoot{kFormat,     kSchemaVersion, kDefault, kTables,
                                                  kAttributes, kContent,       kClass};
  return std::find(kRoot.begin(), kRoot.end(), name) != kRoot.end();
}

}  // namespace chappe::layout
