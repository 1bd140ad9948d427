#pragma once
// What a TOML text says, free of any TOML library, with the place of everything that was written.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "base/params.hpp"

namespace chappe {

struct Member;

/// A value: a scalar (bool, integer, real, text; a date is a text), an array or a table.
struct Node {
  enum class Kind { boolean, integer, real, text, array, table };
  Kind kind{Kind::table};
  Value scalar{};
  std::vector<Node> items{};    ///< of an array
  std::vector<Member> members;  ///< of a table, as written; no {}: Member is incomplete here
  std::shared_ptr<const std::string> file{};
  int line{0}, column{0};

  Origin origin() const { return {file ? *file : std::string{}, line, column}; }
  /// The member of that key; nullptr if there is none.
  const Member* find(std::string_view key) const;
};

/// A key of a table with its value.
struct Member {
  std::string key{};
  int line{0}, column{0};  ///< of the key
  Node value{};

  Origin key_origin() const { return {value.file ? *value.file : std::string{}, line, column}; }
};

/// "a table", "a whole number", ...: for messages.
std::string kind_text(Node::Kind kind);

std::optional<double> number_of(const Node& node);

/// Reads a table's structural keys strictly: what was never asked for is a fault.
class TableReader {
 public:
  /// @param what  for messages: "[[link]]", "part 'cable/awg26'"
  TableReader(const Node& table, std::string what, Faults& faults)
      : table_(table), what_(std::move(what)), faults_(faults) {}

  /// The value of that key; nullptr if absent.
  const Node* find(std::string_view key);
  /// As find; of another kind than wanted it is a fault and nullptr.
  const Node* table(std::string_view key);
  const Node* array(std::string_view key);
  std::optional<std::string> text(std::string_view key);
  /// A text that must be there.
  std::optional<std::string> required_text(std::string_view key);
  std::optional<double> number(std::string_view key);
  std::optional<bool> flag(std::string_view key);
  /// Makes a key known that somebody else reads.
  void allow(std::string key) { known_.push_back(std::move(key)); }
  /// The members that were not asked for: parameters, where a table mixes both.
  std::vector<const Member*> others() const;
  /// A fault for each of `others`.
  void report_unknown() const;

 private:
  const Node* find_as(std::string_view key, Node::Kind kind);

  const Node& table_;
  std::string what_;
  Faults& faults_;
  std::vector<std::string> known_{};
};

}  // namespace chappe
