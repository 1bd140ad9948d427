#include "solve/com/com_sheet.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

#include "solve/com/com_reader.hpp"
#include "solve/com/com_sheet_text.hpp"
#include "solve/com/matlab_matrix.hpp"
#include "solve/com/matlab_operations.hpp"

using namespace chappe;
using Catch::Matchers::Contains;

namespace {

MatlabMatrix matrix(const std::string& text) {
  const MatlabOutcome outcome = parse_matlab_matrix(text);
  INFO(text << ": " << outcome.fault);
  CHECK(outcome.ok());
  return outcome.value;
}

std::vector<double> numbers(const std::string& text) { return matrix(text).values; }

std::string fault(const std::string& text) { return parse_matlab_matrix(text).fault; }

std::string value(const ComSheet& sheet, const std::string& keyword) {
  const auto all = sheet.values(keyword);
  return all.empty() ? "(none)" : all.front()->text;
}

}  // namespace

TEST_CASE("blanks part the elements of a matrix as in MATLAB", "[unit][com]") {
  using List = std::vector<double>;
  // The first is one sum: COM's C2M sheet has it for b_min.
  CHECK(numbers("[ -0.15 - 0.15 - 0.05 ]") == List{-0.15 - 0.15 - 0.05});
  CHECK(numbers("[-0.15 -0.15 -0.05]") == List{-0.15, -0.15, -0.05});
  CHECK(numbers("[1 -2 + 3]") == List{1, 1});
  CHECK(numbers("[1 - 2 -3]") == List{-1, -3});
  CHECK(numbers("[1, -2,3]") == List{1, -2, 3});
  CHECK(numbers("[1 .5]") == List{1, 0.5});
  CHECK(numbers("[ 50 50]") == List{50, 50});
  CHECK(numbers("[(1 -2) 3]") == List{-1, 3});
  CHECK(numbers("[1 (2)]") == List{1, 2});
  CHECK(numbers("1 -2") == List{-1});
  CHECK(numbers("[2 * 3 4 /2]") == List{6, 2});
}

TEST_CASE("rows, nested brackets and ranges of matrix expressions", "[unit][com]") {
  using List = std::vector<double>;
  const MatlabMatrix z = matrix("[12 31;  1.8 1.8]");
  CHECK((z.rows == 2 && z.columns == 2));
  CHECK(z.values == List{12, 31, 1.8, 1.8});
  CHECK(matrix("[87.5 87.5  ; 92.5 92.5  ]").rows == 2);
  CHECK(matrix("[1;2;3;]").rows == 3);
  CHECK(matrix("[[1 2];[3 4]]") == matrix("[1 2;3 4]"));
  CHECK(matrix("[ones(2,1) zeros(2,2)]") == matrix("[1 0 0;1 0 0]"));
  CHECK(numbers("[0.3 0.2*ones(1,5) 0.1*ones(1,5)]") ==
        List{0.3, 0.2, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1});
  CHECK(numbers("[]").empty());
  CHECK(numbers("3:5") == List{3, 4, 5});
  CHECK(numbers("[0:-1:-3]") == List{0, -1, -2, -3});
  CHECK(numbers("[-2:1:0 5]") == List{-2, -1, 0, 5});
  CHECK(numbers("5:4").empty());
  // 18 values, the last exactly 0 though 0.02 is no binary fraction.
  const List taps = numbers("-0.34:0.02:0");
  CHECK(taps.size() == 18);
  CHECK(std::abs(taps.back()) <= 1e-15);
  CHECK(numbers("[0:0.02:0.12]").size() == 7);
}

TEST_CASE("arithmetic of matrix expressions", "[unit][com]") {
  using List = std::vector<double>;
  CHECK(numbers("1.2e-4") == List{1.2e-4});
  CHECK(numbers("1e9*2") == List{2e9});
  CHECK(numbers("-2^2") == List{-4});
  CHECK(numbers("2^-1") == List{0.5});
  CHECK(numbers("(1+2)*3/9") == List{1});
  CHECK(numbers("2*[1 2]+1") == List{3, 5});
  CHECK(numbers("[1 2].*[3 4]") == List{3, 8});
  CHECK(numbers("[4 9]./[2 3]") == List{2, 3});
  CHECK(numbers("+-+3") == List{-3});
  CHECK(numbers("inf") == List{std::numeric_limits<double>::infinity()});
  CHECK(matlab::combine(matlab::scalar(2.0), '^', matlab::scalar(3.0), false).value ==
        matlab::scalar(8.0));
}

TEST_CASE("what is no matrix expression is told with its place", "[unit][com]") {
  CHECK(fault("").starts_with("expected a number"));
  CHECK(fault("53,125") == "expected the end");
  CHECK(parse_matlab_matrix("53,125").at == 2);
  CHECK(fault("53.125 GBd") == "expected the end");
  CHECK(fault("3GHz") == "letters behind a number");
  CHECK(fault("[1 2;3]") == "rows of different lengths");
  CHECK(fault("[1 2") == "expected ']'");
  CHECK(fault("(1") == "expected ')'");
  CHECK(fault("rand(3)").starts_with("'rand' is no function"));
  CHECK(fault("[1 2]*[3 4]") == "a product of matrices");
  CHECK(fault("[1 2]+[1 2 3]") == "matrices of different shapes");
  CHECK(fault("0/0") == "the value is not a number");
  CHECK(fault("1e999") == "a number out of range");
  CHECK(fault("ones(1.5)").starts_with("a number of rows"));
  CHECK(fault("[ones(2,1) 1]") == "matrices of different heights side by side");
  CHECK(fault("1 .* ") == "expected a number");
}

TEST_CASE("T11 matrix expressions are bounded in size and nesting", "[unit][com]") {
  CHECK(fault("0:1e-9:1").starts_with("more than 1000000 elements"));
  CHECK(fault("ones(1e5,1e5)").starts_with("more than 1000000 elements"));
  CHECK(fault(std::string(100'000, '[')).starts_with("nested deeper than 64"));
  CHECK(fault(std::string(100'000, '-') + "1").starts_with("nested deeper than 64"));
  std::string sum = "ones(1,900)";
  for (int i = 0; i < 2'000; ++i) sum += "+ones(1,900)";
  CHECK(fault(sum).starts_with("more than 1000000 elements"));
}

TEST_CASE("a keyword stands in any cell and its value is to the right", "[unit][com]") {
  const ComSheet sheet = ComSheet::parse(
      "Table 93A-1,,,,I/O\r\nParameter,Setting,Units,,\r\nf_b , 53.125 ,GBd,,DIAGNOSTICS,0\r\n"
      ",,z_p (TX),\"[12 31; 1.8 1.8]\",mm\r\nC_d,[1.2e-4, 1.2e-4],nF\r\nempty,,x\r\n",
      "a.csv");
  CHECK(value(sheet, "F_B") == "53.125");
  CHECK(value(sheet, "z_p (TX)") == "[12 31; 1.8 1.8]");
  CHECK(value(sheet, "diagnostics") == "0");
  CHECK(value(sheet, "C_d") == "[1.2e-4, 1.2e-4]");  // the comma is inside brackets
  CHECK(value(sheet, "empty") == "(none)");
  const Origin at = sheet.values("z_p (TX)").front()->origin;
  CHECK(at.text() == "a.csv:4:13");
  CHECK(sheet.values("f_b").front()->origin.text() == "a.csv:3:7");
}

TEST_CASE("separators, quotes, byte order mark and encodings of sheets", "[unit][com]") {
  const auto f_b = [](const std::string& text) { return value(ComSheet::parse(text, "x"), "f_b"); };
  CHECK(f_b("f_b;26.5625;GBd, or so\nC_d;[1 2; 3 4];nF\n") == "26.5625");
  CHECK(f_b("f_b\t26.5625\tGBd; or, so\n") == "26.5625");
  CHECK(f_b("\xef\xbb\xbf"
            "f_b,1\r\n") == "1");
  CHECK(f_b("\"f_b\",\"1\"") == "1");
  CHECK(f_b("f_b,1") == "1");
  CHECK(f_b("x,[\rf_b,1\ry,2") == "1");
  CHECK(f_b("x,\"say \"\"hi\"\", twice\nand on\"\nf_b,2\n") == "2");
  const ComSheet latin = ComSheet::parse(
      "C_d,1,\xb5"
      "F\nf_b,1,\xe9\n",
      "x");
  CHECK(latin.rows()[0][2].text ==
        "\xc2\xb5"
        "F");
  CHECK(com_sheet_utf8("\xc2\xb5", "x") == "\xc2\xb5");
}

TEST_CASE("what is no CSV sheet is refused", "[unit][com]") {
  const auto parse = [](const std::string& text) { return ComSheet::parse(text, "s.xlsx"); };
  CHECK_THROWS_WITH(parse("PK\x03\x04..."), "s.xlsx: xlsx: save the COM_Settings sheet as CSV");
  CHECK_THROWS_WITH(parse(std::string("f_b,1\0", 6)), Contains("not text"));
  CHECK_THROWS_WITH(parse("\xff\xfe"
                          "f"),
                    Contains("UTF-16"));
  CHECK_THROWS_WITH(parse("a,b\n c,\"open\n"), Contains("s.xlsx:2:4: a quote without end"));
  CHECK_THROWS_AS(ComSheet::read("/nonexistent.csv"), DataError);
  CHECK_THROWS_AS(ComSheet::read(std::filesystem::temp_directory_path().string()), DataError);
}

TEST_CASE("T11 a sheet is bounded in size and cells", "[unit][com]") {
  CHECK_THROWS_WITH(ComSheet::parse(std::string(kComSheetBytesMax + 1, 'x'), "x"),
                    Contains("bytes"));
  CHECK_THROWS_WITH(ComSheet::parse(std::string(1u << 20, ','), "x"), Contains("cells"));
  // Brackets that never close must not be looked for again and again.
  std::string brackets;
  while (brackets.size() < 380'000) brackets += "[,";
  CHECK(ComSheet::parse(brackets, "x").rows()[0].size() > 100'000);
}

TEST_CASE("T11 sheets of nothing but faults are refused, not pondered", "[unit][com]") {
  // Each row would cost a matrix of a million elements or a scan of the sheet; all together took
  // minutes before they were bounded. CPU time is not asked for: the test's own limit is.
  for (const char* row : {"sigma_RJJ,ones(1,999999)\n", "f_b,ones(1,999999)\n", "c(1),0\n",
                          "rho_x,1,UI,unverified\n", "c(-99),0\n", "abcdefgh,1\n"}) {
    std::string text;
    for (int i = 0; i < 30'000; ++i) text += row;
    CHECK_THROWS_AS(read_com_config(ComSheet::parse(text, "x")), ScenarioError);
  }
}

TEST_CASE("what --set gives goes before the sheet, once a keyword", "[unit][com]") {
  ComSheet sheet = ComSheet::parse("N_b,12\n", "x");
  sheet.set("n_B = 4");
  CHECK(value(sheet, "N_b") == "4");
  CHECK_THROWS_AS(sheet.set("N_b=6"), ScenarioError);
  CHECK(sheet.values("N_b").front()->origin.text() == "--set");
  sheet.set("c(-1)=[-0.34:0.02:0]");
  CHECK(value(sheet, "c(-1)") == "[-0.34:0.02:0]");
  CHECK_THROWS_AS(sheet.set("N_b"), ScenarioError);
  CHECK_THROWS_AS(sheet.set("=3"), ScenarioError);
}

TEST_CASE("damaged sheets are read or refused, never more", "[property][com]") {
  const std::string good =
      "f_b,53.125\r\nz_p (TX),\"[12 31;  1.8 1.8]\"\r\nC_d;[1.2e-4 1.2e-4]\r\nc(-1),[-0.34:0.02:0]"
      "\r\nb_max(2..N_b),\"[0.3 0.2*ones(1,5)]\"\r\ng_DC\t[-20:1:0]\r\nN_b,12\r\n";
  const std::vector<std::string> pieces{"[",    "]",    "\"",  ",",   ";",      "\n",      ":",
                                        "ones", "(",    ")",   "1e9", "^",      "-",       "\xff",
                                        "f_b",  "c(1)", "N_b", "inf", ".START", "zeros(9)"};
  std::mt19937 rng(7);
  const auto below = [&rng](std::size_t n) { return static_cast<std::size_t>(rng() % n); };
  int ours = 0;
  constexpr int kRounds = 4000;
  for (int round = 0; round < kRounds; ++round) {
    std::string text = good;
    for (std::size_t change = 1 + below(5); change > 0; --change) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(9));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), below(40)));
          break;
        default:
          text.insert(at, pieces[below(pieces.size())]);
      }
    }
    try {
      read_com_config(ComSheet::parse(text, "fuzz"));
      ++ours;
    } catch (const InternalError&) {
    } catch (const Error&) {
      ++ours;
    }
  }
  CHECK(ours == kRounds);
}
