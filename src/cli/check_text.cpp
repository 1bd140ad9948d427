#include <algorithm>
#include <set>

#include "cli/check_row.hpp"
#include "cli/text.hpp"

namespace chappe::cli {
namespace {

/// What the verdict rests on: "0 Hz, pairing".
std::string reasons(const Inspection& found) {
  if (found.verdict() == Verdict::ok) return "";
  std::vector<std::string> topics;
  for (const Finding& finding : found.findings) {
    if (finding.verdict != found.verdict()) continue;
    if (std::find(topics.begin(), topics.end(), finding.topic) != topics.end()) continue;
    topics.push_back(finding.topic);
  }
  std::string text;
  for (const std::string& topic : topics) text += (text.empty() ? "" : ", ") + topic;
  return text;
}

std::string loss_text(const LossAt* loss) {
  return loss != nullptr && loss->insertion_db ? fixed(*loss->insertion_db, 3) : "-";
}

const LossAt* loss_at(const Inspection& found, double f_hz) {
  const auto same = [f_hz](const LossAt& loss) { return loss.f_hz == f_hz; };
  const auto at = std::find_if(found.losses.begin(), found.losses.end(), same);
  return at == found.losses.end() ? nullptr : &*at;
}

/// A column a frequency; without frequencies half of each file's band, and where that is.
std::vector<TextColumn> losses(std::span<const CheckRow> rows, std::span<const double> at_hz) {
  std::vector<TextColumn> columns;
  for (const double f_hz : std::set<double>(at_hz.begin(), at_hz.end())) {
    TextColumn column{{"loss dB", "at " + plain(f_hz / 1e9) + " GHz"}, {}};
    for (const CheckRow& row : rows) {
      column.cells.push_back(loss_text(row.found ? loss_at(*row.found, f_hz) : nullptr));
    }
    columns.push_back(std::move(column));
  }
  if (!columns.empty()) return columns;
  TextColumn at{{"loss", "at GHz"}, {}}, loss{{"", "dB"}, {}};
  for (const CheckRow& row : rows) {
    const LossAt* half = row.found ? loss_at(*row.found, 0.5 * row.found->last_hz) : nullptr;
    at.cells.push_back(half == nullptr ? "-" : plain(half->f_hz / 1e9));
    loss.cells.push_back(loss_text(half));
  }
  return {at, loss};
}

}  // namespace

std::string check_block(const CheckRow& row) {
  const Inspection& found = *row.found;
  std::string text =
      row.file + ": " + std::to_string(found.ports) + " ports, " + to_text(found.verdict()) + "\n";
  TextColumn topic{{}, {}, true}, verdict{{}, {}, true}, what{{}, {}, true};
  const auto line = [&](const std::string& a, const std::string& b, const std::string& c) {
    topic.cells.push_back(a);
    verdict.cells.push_back(b);
    what.cells.push_back(c);
  };
  for (const Finding& finding : found.findings) {
    line(finding.topic, to_text(finding.verdict), finding.text);
    if (!finding.advice.empty()) line("", "", "-> " + finding.advice);
  }
  for (const LossAt& loss : found.losses) {
    const std::string insertion =
        loss.insertion_db ? "insertion " + fixed(*loss.insertion_db, 4) + " dB, " : "";
    line("loss", "",
         "at " + plain(loss.f_hz / 1e9) + " GHz: " + insertion + "return " +
             fixed(loss.return_db, 4) + " dB");
  }
  return text + columns_text({topic, verdict, what}, 2);
}

std::string check_table(std::span<const CheckRow> rows, std::span<const double> at_hz) {
  TextColumn file{{"", "file"}, {}, true}, ports{{"", "ports"}, {}}, points{{"", "points"}, {}},
      from{{"from", "GHz"}, {}}, to{{"to", "GHz"}, {}}, pairing{{"", "pairing"}, {}, true},
      gain{{"largest", "sing. val."}, {}}, reciprocal{{"", "|S-St|"}, {}},
      ahead{{"energy", "ahead %"}, {}}, verdict{{"", "verdict"}, {}, true},
      because{{"", "because of"}, {}, true};
  for (const CheckRow& row : rows) {
    file.cells.push_back(row.file.substr(row.file.find_last_of('/') + 1));
    const bool read = row.found.has_value();
    const Inspection found = read ? *row.found : Inspection{};
    const auto cell = [read](TextColumn& column, const std::string& text) {
      column.cells.push_back(read ? text : "-");
    };
    cell(ports, std::to_string(found.ports));
    cell(points, std::to_string(found.points));
    cell(from, plain(found.first_hz / 1e9));
    cell(to, plain(found.last_hz / 1e9));
    cell(pairing, found.pairing ? to_text(*found.pairing) : "-");
    cell(gain, fixed(found.largest_singular_value, 6));
    cell(reciprocal, found.ports > 1 ? probability(found.reciprocity_error) : "-");
    cell(ahead, found.energy_ahead ? fixed(100.0 * *found.energy_ahead, 4) : "-");
    verdict.cells.push_back(read ? to_text(found.verdict()) : "not read");
    because.cells.push_back(read ? reasons(found) : "");
  }
  std::vector<TextColumn> columns{file, ports, points, from, to, pairing, gain, reciprocal, ahead};
  for (TextColumn& column : losses(rows, at_hz)) columns.push_back(std::move(column));
  columns.push_back(std::move(verdict));
  columns.push_back(std::move(because));
  return columns_text(columns, 0);
}

}  // namespace chappe::cli
