#include "scenario/scenario.hpp"

#include <algorithm>
#include <set>

#include "scenario/expect.hpp"
#include "scenario/option_checks.hpp"
#include "scenario/reader.hpp"

namespace chappe {
namespace {

constexpr const char* kSchema = "chappe.scenario/1";

class ScenarioReader {
 public:
  explicit ScenarioReader(const std::string& file) : file_(file == "-" ? "standard input" : file) {
    out_.text = read_text(file);
    inputs_.add_text(file, out_.text, file);
    root_ = parse_toml(out_.text, file_);
    frame_.source = "scenario " + file_;
    if (file != "-") frame_.folder = std::filesystem::path(file).parent_path();
    frame_.may_sweep = true;
  }

  Scenario read(const std::vector<Setting>& given) {
    TableReader table(root_, "scenario", faults_);
    check_schema(table);
    out_.name = table.required_text("name").value_or("");
    out_.question = first_comment(out_.text);
    find_links(table);
    // Without its links' names, nothing can be said of what names a link.
    names_known_ = link_nodes_.size() == link_names_.size() && !link_names_.empty();
    Faults ignored;
    const Settings settings = read_settings(given, link_names_, names_known_ ? faults_ : ignored);
    for (const Node* node : link_nodes_) read_one_link(*node, settings);
    GivenOptions given_options{.file = file_};
    out_.study.solve = read_options<SolveOptions>(table.table("solve"), "[solve]", settings.solve,
                                                  given_options.solve);
    out_.study.require = read_options<Requirements>(table.table("require"), "[require]",
                                                    settings.require, given_options.require);
    const Node* expect = table.table("expect");
    table.report_unknown();
    Frame fixed = frame_;
    fixed.may_sweep = false;
    check_options(out_.study, links_, given_options, faults_);
    if (expect != nullptr && names_known_) {
      const bool reach = !out_.study.solve.reach.empty() || given_options.solve.contains("reach");
      out_.study.expect = read_expect(*expect, fixed, links_, reach, reading_);
    }
    for (ReadLink& link : links_) out_.study.links.push_back(std::move(link.study));
    throw_faults();
    note_files(out_.study, inputs_);
    out_.inputs = inputs_.take();
    return std::move(out_);
  }

 private:
  /// Another version's other rules are not worth reporting.
  void check_schema(TableReader& table) {
    const std::optional<std::string> schema = table.required_text("schema");
    if (schema && *schema != kSchema) {
      faults_.add(root_.find("schema")->value.origin(),
                  "schema = " + to_text(*schema) + " is not one that this program reads: \"" +
                      kSchema + "\"");
    }
    faults_.throw_if_any();
  }

  void find_links(TableReader& table) {
    const Node* list = table.array("link");
    const auto misspelt = [](const Member& member) {
      return edit_distance(member.key, "link") < 2;
    };
    const bool any = std::any_of(root_.members.begin(), root_.members.end(), misspelt);
    if (!any || (list != nullptr && list->items.empty())) {
      faults_.add(root_.origin(), "scenario: at least one [[link]] is needed");
    }
    if (list == nullptr) return;
    for (const Node& node : list->items) {
      if (node.kind != Node::Kind::table) {
        faults_.add(node.origin(), "link must be a table, not " + kind_text(node.kind));
        continue;
      }
      link_nodes_.push_back(&node);
      check_link_name(node.find("name"));
    }
  }

  void check_link_name(const Member* member) {
    if (member == nullptr || member->value.kind != Node::Kind::text) return;  // reported later
    const auto& name = std::get<std::string>(member->value.scalar);
    const Origin at = member->value.origin();
    if (!is_plain_name(name)) {
      faults_.add(at, "name = " + to_text(name) + " has other than letters, digits, _ and -");
    } else if (is_reserved_name(name)) {
      faults_.add(at, "name = " + to_text(name) + " is a word of the grammar");
    } else if (std::find(link_names_.begin(), link_names_.end(), name) != link_names_.end()) {
      faults_.add(at, "link name '" + name + "' is used twice");
    } else {
      link_names_.push_back(name);
    }
  }

  void read_one_link(const Node& node, const Settings& settings) {
    const Member* name = node.find("name");
    const auto* word = name == nullptr ? nullptr : std::get_if<std::string>(&name->value.scalar);
    const auto mine = word == nullptr ? settings.links.end() : settings.links.find(*word);
    const std::vector<Override> none;
    links_.push_back(
        read_link(node, frame_, mine == settings.links.end() ? none : mine->second, reading_));
  }

  /// [solve] or [require], with the values of --set in place of the file's.
  template <class P>
  P read_options(const Node* table, const std::string& what, const std::vector<Member>& settings,
                 ParamMap& params) {
    std::vector<Member> members = table == nullptr ? std::vector<Member>{} : table->members;
    for (const Member& setting : settings) {
      std::erase_if(members, [&](const Member& other) { return other.key == setting.key; });
      members.push_back(setting);
    }
    Frame plain;
    for (const Member& member : members) {
      auto read = read_value(member.key, member, plain, faults_);
      if (read) params.insert_or_assign(member.key, std::move(read->value));
    }
    return read_params<P>(params, what, table == nullptr ? root_.origin() : table->origin(),
                          faults_);
  }

  /// Each fault once: a part that two links share is read for both.
  void throw_faults() const {
    std::set<std::pair<std::string, std::string>> seen;
    Faults once;
    for (const Fault& fault : faults_.list()) {
      if (seen.emplace(fault.origin.text(), fault.message).second) {
        once.add(fault.origin, fault.message);
      }
    }
    once.throw_if_any();
  }

  std::string file_;
  Scenario out_{};
  Node root_{};
  Frame frame_{};
  Faults faults_{};
  Inputs inputs_{};
  PartStore parts_{faults_, inputs_};
  Reading reading_{faults_, parts_};
  std::vector<const Node*> link_nodes_{};
  std::vector<std::string> link_names_{};
  bool names_known_{true};
  std::vector<ReadLink> links_{};
};

}  // namespace

Scenario read_scenario(const std::string& file, const std::vector<Setting>& settings) {
  return ScenarioReader(file).read(settings);
}

}  // namespace chappe
