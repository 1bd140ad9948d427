#include <catch2/catch.hpp>
#include <random>

#include "scenario/support.hpp"

using namespace chappe;
using test::dac_scenario;
using test::Scratch;

namespace {

std::string valid_text() {
  return "# A question?\n" +
         dac_scenario(
             "element.cable.length_m = { sweep = [0.5, 1.0, 2.0] }\n"
             "element.cable.part = \"cable/awg30\"\nelement.tx.ffe = [-0.1, 0.0]\n"
             "lanes = { from = 1, to = 4, step = 1 }\nfec.code = \"rs544_514\"\n"
             "[[link]]\nname = \"own\"\n[[link.section]]\nname = \"s\"\nsymbol_rate_gbd = 53.125\n"
             "element = [{ name = \"t\", part = \"serdes/tx\" }, { name = \"cable\", model = "
             "\"m\", "
             "file "
             "= "
             "\"c.s4p\", length_m = { sweep = [1, 2] }, k = { value = 2, low = 1, high = 3, "
             "verified = true } }]\n"
             "aggressor = [{ name = \"f\", type = \"fext\", transmitter = { model = \"q\" } }]\n"
             "[solve]\nfidelity = \"statistical\"\nreach = \"element.cable.length_m\"\n"
             "[require]\nframe_loss_ratio_max = 6.2e-11\n[expect]\n"
             "dac.reach_m = { value = 2.0, tolerance = 0.5 }\n"
             "dac.fit = [{ min = 0, at = { \"element.cable.length_m\" = 0.5 } }]\n");
}

const std::vector<std::string> kPieces{"[",
                                       "]",
                                       "{",
                                       "}",
                                       "\"",
                                       "=",
                                       ".",
                                       "\n",
                                       "sweep",
                                       "value",
                                       "0",
                                       "-1",
                                       "1e400",
                                       "nan",
                                       "true",
                                       "'''",
                                       "[[link]]\n",
                                       "\xff",
                                       "part",
                                       "#",
                                       "{}",
                                       "[[]]",
                                       ",",
                                       "\\u",
                                       "name",
                                       "[link]\n",
                                       "element",
                                       "inf",
                                       "9999999999999999999"};

/// A few bytes changed, removed, repeated or swapped for a piece of grammar.
std::string mutated(std::mt19937& rng) {
  std::string text = valid_text();
  const auto below = [&rng](std::size_t n) { return static_cast<std::size_t>(rng() % n); };
  for (std::size_t changes = 1 + below(4); changes > 0 && !text.empty(); --changes) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(20));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      default:
        text.insert(at, kPieces[below(kPieces.size())]);
    }
  }
  return text;
}

/// Reads as a user would; whatever comes out must be one of ours.
bool survives(const Scratch& scratch, const std::string& text,
              const std::vector<Setting>& settings = {}) {
  try {
    const Scenario read = scratch.read(text, settings);
    return !resolved_scenario(read, test::test_catalogue()).empty();
  } catch (const ScenarioError& error) {
    return std::string(error.what()).find_first_not_of('\n') != std::string::npos;
  } catch (const DataError&) {
    return true;
  }
}

}  // namespace

TEST_CASE("the text that is mutated below is valid", "[unit][fuzz]") {
  const Scratch scratch;
  CHECK_THAT(scratch.faults(valid_text()), Catch::Equals(""));
}

TEST_CASE("mutated scenarios are read or refused, never worse", "[property][fuzz]") {
  const Scratch scratch;
  std::mt19937 rng(20260301);
  int survived = 0;
  const int rounds = 1500;
  for (int i = 0; i < rounds; ++i) {
    const std::string text = mutated(rng);
    CAPTURE(i, text);
    survived += survives(scratch, text) ? 1 : 0;
  }
  CHECK(survived == rounds);
}

TEST_CASE("random bytes are refused, in files and in --set", "[property][fuzz]") {
  const Scratch scratch;
  std::mt19937 rng(7);
  int survived = 0;
  const int rounds = 300;
  for (int i = 0; i < rounds; ++i) {
    std::string text(rng() % 200, '\0');
    for (char& c : text) c = static_cast<char>(rng() % 256);
    survived += survives(scratch, text) && survives(scratch, valid_text(), {{text, text}}) &&
                        survives(scratch, valid_text(), {{"dac.lanes", text}})
                    ? 1
                    : 0;
  }
  CHECK(survived == rounds);
}
