#pragma once
// Parts: files of numbers (an element) or of a whole path (a link), found by name or by path.
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scenario/inputs.hpp"
#include "scenario/values.hpp"

namespace chappe {

/// Names of the parts of data_folder(), sorted.
std::vector<std::string> part_names();

/// The file of a part. Names that begin with "./", "../" or "/" are paths, seen from `folder`.
std::filesystem::path part_path(const std::string& name, const std::filesystem::path& folder);

/// A part's file as read.
struct PartFile {
  std::string name{};
  Node root{};
  Frame frame{};  ///< what its values inherit
};

/// Numbers of an element.
struct ElementPart {
  std::string model{};
  ParamMap params{};
  std::vector<ValidRange> valid{};
};

/// Reads each part once; faults of parts are reported with those of the scenario.
class PartStore {
 public:
  PartStore(Faults& faults, Inputs& inputs) : faults_(faults), inputs_(inputs) {}
  /// nullptr with a fault where there is none, or where it is a link's.
  /// @param at  where it was named   @param folder  of the file in which it was named
  const ElementPart* element(const std::string& name, const Origin& at,
                             const std::filesystem::path& folder);
  /// Likewise for a link's part; its root still holds what frames ask for.
  const PartFile* link(const std::string& name, const Origin& at,
                       const std::filesystem::path& folder);

 private:
  const PartFile* file(const std::string& name, const Origin& at,
                       const std::filesystem::path& folder);
  std::unique_ptr<ElementPart> read_element(const PartFile& part);

  Faults& faults_;
  Inputs& inputs_;
  std::map<std::string, std::unique_ptr<PartFile>> files_{};        ///< by path; null: unreadable
  std::map<std::string, std::unique_ptr<ElementPart>> elements_{};  ///< by path; null: invalid
};

}  // namespace chappe
