#pragma once
// What the groups of export_com.cpp share.
#include <string>
#include <vector>

#include "cli/export_com.hpp"
#include "cli/text.hpp"

namespace chappe::cli::com_export {

/// The elements of one section that a sheet knows, by their part in it.
struct Parts {
  const SectionSpec* section{nullptr};
  const ElementSpec *tx{nullptr}, *rx{nullptr};
  const ElementSpec *tx_package{nullptr}, *rx_package{nullptr};
  const ElementSpec *tx_board{nullptr}, *rx_board{nullptr};
};

/// A parameter's value; what `absent` says where there is no element or no such number.
double number(const ElementSpec* element, const char* key, double absent = 0.0);
std::vector<double> list(const ElementSpec* element, const char* key);
std::string text(const ElementSpec& element, const char* key);

/// "a b c", each divided by `divisor`.
std::string row(const std::vector<double>& values, double divisor = 1.0);
/// "[Tx Rx]".
std::string pair(double tx, double rx);

/// Puts lines into the sheet and notes beside it.
class Writer {
 public:
  explicit Writer(ComExport& out) : out_(out) {}
  void line(const std::string& keyword, const std::string& value, const std::string& unit = "") {
    out_.csv += keyword + ",\"" + value + "\"," + unit + "\n";
  }
  void line(const std::string& keyword, double value, const std::string& unit = "") {
    line(keyword, plain(value), unit);
  }
  void note(const std::string& text) { out_.notes.push_back(text); }
  /// A value that the scenario has no key for.
  void chosen(const std::string& keyword, const std::string& value, const std::string& unit = "") {
    line(keyword, value, unit);
    note(keyword + " = " + value + " is chosen: the scenario has no such key");
  }

 private:
  ComExport& out_;
};

void write_package(const Parts& parts, Writer& out);
void write_board(const Parts& parts, Writer& out);

}  // namespace chappe::cli::com_export
