#include "scenario/link_reader.hpp"

#include <algorithm>
#include <set>

#include "scenario/link_checks.hpp"

namespace chappe {
namespace {

template <class P>
bool declares(const std::string& key) {
  const std::vector<ParamDoc> docs = describe_params<P>();
  return std::any_of(docs.begin(), docs.end(), [&](const ParamDoc& doc) { return doc.key == key; });
}

class LinkReader {
 public:
  LinkReader(const Node& node, const Frame& frame, Reading& reading)
      : node_(node),
        table_(node, "[[link]]", reading.faults),
        reading_(reading),
        paths_(reading, replacements_) {
    out_.study.spec.name = table_.required_text("name").value_or("");
    out_.study.spec.origin = node.origin();
    frame_ = inner_frame(table_, frame);
  }

  ReadLink read(const std::vector<Override>& settings) {
    const std::size_t before = count_faults();
    find_overrides();
    keys_known_ = count_faults() == before;
    overrides_.insert(overrides_.end(), settings.begin(), settings.end());
    find_replacements();
    const std::size_t before_path = count_faults();
    read_path();
    path_known_ = count_faults() == before_path && !spec().sections.empty();
    take_fixed_sweeps();
    for (const Override& given : overrides_) apply(given);
    report_unused_replacements();
    check_link(out_.study, reading_.faults);
    out_.well = path_known_ && count_faults() == before;
    return std::move(out_);
  }

 private:
  PathSpec& spec() { return out_.study.spec; }
  std::size_t count_faults() const { return reading_.faults.list().size(); }

  void fault(const Origin& at, const std::string& message) { reading_.faults.add(at, message); }

  void add_override(std::string target, const Member& member) {
    const auto same = [&](const Override& other) { return other.target == target; };
    if (std::any_of(overrides_.begin(), overrides_.end(), same)) {
      fault(member.key_origin(), "'" + target + "' is given twice");
    }
    overrides_.push_back({std::move(target), member, frame_, false});
  }

  /// `element.NAME.key = value` as TOML tables.
  void find_named(const std::string& kind, const Node& names) {
    for (const Member& name : names.members) {
      if (name.value.kind != Node::Kind::table) {
        fault(name.value.origin(), kind + "." + name.key + " must be a table of keys, not " +
                                       kind_text(name.value.kind));
        continue;
      }
      for (const Member& member : name.value.members) {
        add_override(kind + "." + name.key + "." + member.key, member);
      }
    }
  }

  void find_overrides() {
    table_.find("part");
    if (const Node* names = table_.table("element")) find_named("element", *names);
    const Node* sections = table_.find("section");
    if (sections != nullptr && sections->kind == Node::Kind::table) {
      find_named("section", *sections);
      sections = nullptr;
    }
    inline_sections_ = sections;
    const Node* fec = table_.find("fec");
    if (fec != nullptr && fec->kind == Node::Kind::table) {
      for (const Member& member : fec->members) add_override("fec." + member.key, member);
      fec = nullptr;
    }
    inline_fec_ = fec;
    for (const ParamDoc& doc : describe_params<LinkParams>()) {
      if (table_.find(doc.key) != nullptr) add_override("link." + doc.key, *node_.find(doc.key));
    }
    for (const Member* member : table_.others()) {
      if (member->key.find('.') == std::string::npos) continue;
      add_override(member->key, *member);  // "element.NAME.key" in quotes
      table_.allow(member->key);
    }
    report_unknown();
  }

  /// Keys of a section or of the FEC are easily looked for in the link itself.
  void report_unknown() {
    for (const Member* member : table_.others()) {
      std::string where;
      if (declares<SectionParams>(member->key)) where = "section.NAME." + member->key;
      if (declares<FecParams>(member->key)) where = "fec." + member->key;
      if (where.empty()) continue;
      fault(member->key_origin(),
            "unknown key '" + member->key + "' of a link (did you mean " + where + "?)");
      table_.allow(member->key);
    }
    table_.report_unknown();
  }

  void find_replacements() {
    std::vector<Override> left;
    for (Override& given : overrides_) {
      const std::string element = given.replaced_element();
      const Node& node = given.member.value;
      if (element.empty() && given.target != "link.part") {
        left.push_back(std::move(given));
      } else if (node.kind != Node::Kind::text) {
        fault(node.origin(),
              given.target + " must be one name: write a [[link]] for each to compare");
      } else if (element.empty()) {
        link_part_ = Replacement{true, std::get<std::string>(node.scalar), node.origin(),
                                 given.frame.folder, false};
      } else {
        replacements_[element] = {given.key() == "part", std::get<std::string>(node.scalar),
                                  node.origin(), given.frame.folder, false};
      }
    }
    overrides_ = std::move(left);
  }

  void read_path() {
    if (const auto part = table_.text("part"); part && !link_part_) {
      link_part_ =
          Replacement{true, *part, node_.find("part")->value.origin(), frame_.folder, false};
    }
    if (link_part_ && inline_sections_ != nullptr) {
      fault(inline_sections_->origin(), "a link has either a part or sections of its own");
    } else if (link_part_) {
      read_part(*link_part_);
    } else if (inline_sections_ != nullptr) {
      paths_.read_sections(*inline_sections_, frame_, spec());
    } else if (node_.find("part") == nullptr && keys_known_) {
      fault(node_.origin(), "link '" + spec().name + "' needs a part or sections");
    }
    if (inline_fec_ == nullptr) return;
    spec().fec.clear();
    paths_.read_fec(*inline_fec_, frame_, spec());
  }

  void read_part(const Replacement& from) {
    const PartFile* part = reading_.parts.link(from.name, from.origin, from.folder);
    if (part == nullptr) return;
    Variations none;
    TableReader table(part->root, "part '" + part->name + "'", reading_.faults);
    table.find("kind");
    table.text("doc");
    const Frame frame = inner_frame(table, part->frame);
    spec().params = read_declared<LinkParams>(table, part->root, frame, reading_, "link.", none);
    if (const Node* list = table.find("section")) paths_.read_sections(*list, frame, spec());
    if (const Node* list = table.find("fec")) paths_.read_fec(*list, frame, spec());
    table.report_unknown();
  }

  std::vector<Sweep>::iterator find_sweep(const std::string& target) {
    std::vector<Sweep>& sweeps = out_.study.sweeps;
    return std::find_if(sweeps.begin(), sweeps.end(),
                        [&](const Sweep& sweep) { return sweep.target == target; });
  }

  /// What is varied beside the values of inline sections.
  void take_fixed_sweeps() {
    out_.study.sweeps = std::move(paths_.varied.sweeps);
    out_.study.tolerances = std::move(paths_.varied.tolerances);
  }

  /// A value takes the place of the spread that was there; --set's new spreads come last.
  void replace_tolerance(const Override& given, const std::optional<ToleranceLaw>& law) {
    std::vector<Tolerance>& all = out_.study.tolerances;
    const auto old = std::find_if(all.begin(), all.end(), [&](const Tolerance& other) {
      return other.target == given.target;
    });
    const auto place = old == all.end() ? old : all.erase(old);
    if (law) all.insert(place, {given.target, *law, given.member.value.origin()});
  }

  void apply(const Override& given) {
    auto read = read_value(given.key(), given.member, given.frame, reading_.faults);
    if (!read) return;
    const Origin at = given.member.value.origin();
    // A path with faults of its own may lack the element.
    Faults ignored;
    set_value(spec(), given.target, std::move(read->value),
              path_known_ ? reading_.faults : ignored);
    replace_tolerance(given, read->law);
    const auto old = find_sweep(given.target);
    const bool was_swept = old != out_.study.sweeps.end();
    if (given.by_setting && (was_swept || !read->sweep.empty())) out_.axes_changed = true;
    if (!read->sweep.empty() && was_swept) {
      old->values = std::move(read->sweep);
      old->origin = at;
    } else if (!read->sweep.empty()) {
      insert_sweep({given.target, std::move(read->sweep), at}, given.by_setting);
    } else if (was_swept) {
      out_.study.sweeps.erase(old);
    }
  }

  /// In the order of the file; --set's come last.
  void insert_sweep(Sweep sweep, bool last) {
    std::vector<Sweep>& sweeps = out_.study.sweeps;
    const auto later = std::find_if(sweeps.begin(), sweeps.end(), [&](const Sweep& other) {
      const Origin &a = sweep.origin, &b = other.origin;
      return a.line != b.line ? a.line < b.line : a.column < b.column;
    });
    sweeps.insert(last ? sweeps.end() : later, std::move(sweep));
  }

  void report_unused_replacements() {
    for (const auto& [element, given] : replacements_) {
      if (given.used || !path_known_) continue;
      fault(given.origin, "unknown element '" + element + "' in link '" + spec().name + "'" +
                              did_you_mean(element, element_names(spec())));
    }
  }

  const Node& node_;
  TableReader table_;
  Reading& reading_;
  Replacements replacements_{};
  PathReader paths_;
  Frame frame_{};
  ReadLink out_{};
  std::vector<Override> overrides_{};
  std::optional<Replacement> link_part_{};
  const Node* inline_sections_{nullptr};
  const Node* inline_fec_{nullptr};
  bool keys_known_{true}, path_known_{true};
};

}  // namespace

ReadLink read_link(const Node& table, const Frame& frame, const std::vector<Override>& settings,
                   Reading& reading) {
  return LinkReader(table, frame, reading).read(settings);
}

}  // namespace chappe
