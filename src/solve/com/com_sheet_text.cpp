#include "solve/com/com_sheet_text.hpp"

#include <array>
#include <optional>

namespace chappe {
namespace {

bool is_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<unsigned char>(text[i++]);
    const std::size_t more = lead < 0x80                    ? 0
                             : lead >= 0xc2 && lead <= 0xdf ? 1
                             : lead >= 0xe0 && lead <= 0xef ? 2
                             : lead >= 0xf0 && lead <= 0xf4 ? 3
                                                            : text.size();
    if (more > text.size() - i) return false;
    for (std::size_t k = 0; k < more; ++k) {
      if ((static_cast<unsigned char>(text[i++]) & 0xc0u) != 0x80u) return false;
    }
  }
  return true;
}

std::string from_latin1(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
    } else {
      out += static_cast<char>(0xc0u | (byte >> 6u));
      out += static_cast<char>(0x80u | (byte & 0x3fu));
    }
  }
  return out;
}

/// The length of a bracketed text at the start of `text`, if it closes on this line.
std::optional<std::size_t> bracketed(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && --depth == 0) return i + 1;
  }
  return std::nullopt;
}

/// Walks over cells. A cell ends ahead of a separator or line end.
class Splitter {
 public:
  Splitter(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool done() const { return at_ >= text_.size(); }
  int line() const { return line_; }

  /// The next cell up to one of `separators` or the line's end, which is not taken.
  ComCell cell(std::string_view separators) {
    while (!done() && text_[at_] == ' ') ++at_;
    ComCell out;
    out.origin = {name_, line_, static_cast<int>(at_ - line_start_) + 1};
    if (!done() && text_[at_] == '"') return quoted(std::move(out), separators);
    if (!done() && text_[at_] == '[' && open_line_ != line_) {
      // One that does not close makes the rest of its line plain: looking once is enough.
      if (const auto length = bracketed(text_.substr(at_))) {
        take(*length, out.text);
      } else {
        open_line_ = line_;
      }
    }
    rest(separators, out.text);
    return out;
  }

  /// Takes what ended the cell. True if it was a line end.
  bool end_of_line() {
    const char c = text_[at_++];
    if (c == '\r' && !done() && text_[at_] == '\n') ++at_;
    if (c != '\n' && c != '\r') return false;
    new_line();
    return true;
  }
  char ending() const { return done() ? '\n' : text_[at_]; }

 private:
  void new_line() {
    ++line_;
    line_start_ = at_;
  }
  void take(std::size_t length, std::string& to) {
    to += text_.substr(at_, length);
    at_ += length;
  }
  void rest(std::string_view separators, std::string& to) {
    while (!done() && text_[at_] != '\n' && text_[at_] != '\r' &&
           separators.find(text_[at_]) == std::string_view::npos) {
      to += text_[at_++];
    }
    while (!to.empty() && (to.back() == ' ' || to.back() == '\t')) to.pop_back();
  }

  /// "" inside is a quote; what follows the closing quote belongs to the cell.
  ComCell quoted(ComCell out, std::string_view separators) {
    const Origin begin = out.origin;
    ++at_;
    ++out.origin.column;
    while (!done()) {
      const char c = text_[at_++];
      if (c == '"' && (done() || text_[at_] != '"')) {
        rest(separators, out.text);
        const std::size_t blanks = out.text.find_first_not_of(" \t");
        out.origin.column += static_cast<int>(blanks == std::string::npos ? 0 : blanks);
        out.text.erase(0, blanks);
        return out;
      }
      if (c == '"') ++at_;
      out.text += c;
      if (c == '\n') new_line();
    }
    throw DataError(begin, "a quote without end");
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_{0}, line_start_{0};
  int line_{1}, open_line_{0};
};

constexpr std::array<char, 3> kSeparators{'\t', ';', ','};

/// The separator that the most lines hold; the earlier of kSeparators where as many do.
char find_separator(std::string_view text, const std::string& name) {
  std::array<int, 3> lines{}, last{};
  for (Splitter walk(text, name); !walk.done();) {
    walk.cell("\t;,");
    for (std::size_t i = 0; i < kSeparators.size(); ++i) {
      if (walk.ending() != kSeparators[i] || last[i] == walk.line()) continue;
      ++lines[i];
      last[i] = walk.line();
    }
    if (!walk.done()) walk.end_of_line();
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < kSeparators.size(); ++i) {
    if (lines[i] > lines[best]) best = i;
  }
  return lines[best] == 0 ? ',' : kSeparators[best];
}

}  // namespace

std::string com_sheet_utf8(std::string_view bytes, const std::string& name) {
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("\xd0\xcf\x11\xe0")) {
    throw DataError(name + ": xlsx: save the COM_Settings sheet as CSV");
  }
  if (bytes.starts_with("\xff\xfe") || bytes.starts_with("\xfe\xff")) {
    throw DataError(name + ": UTF-16 text: save the sheet as CSV in UTF-8");
  }
  if (bytes.find('\0') != std::string_view::npos) {
    throw DataError(name + ": not text; expected a COM sheet in CSV");
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return is_utf8(bytes) ? std::string(bytes) : from_latin1(bytes);
}

std::vector<std::vector<ComCell>> com_sheet_cells(std::string_view text, const std::string& name) {
  const std::string separator(1, find_separator(text, name));
  std::vector<std::vector<ComCell>> rows(1);
  std::size_t cells = 0;
  for (Splitter walk(text, name); !walk.done();) {
    if (++cells > kComSheetCellsMax) {
      throw DataError(name + ": a COM sheet of more than " + std::to_string(kComSheetCellsMax) +
                      " cells");
    }
    rows.back().push_back(walk.cell(separator));
    const bool line_ended = walk.done() || walk.end_of_line();
    if (line_ended) rows.emplace_back();
  }
  return rows;
}

}  // namespace chappe
