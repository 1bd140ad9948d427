#include "solve/com/com_reader.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "solve/com/com_keywords.hpp"
#include "solve/com/com_values.hpp"
#include "tests/signal/helpers.hpp"

using namespace chappe;
using Catch::Matchers::Contains;

namespace {

const char* const kSheet =
    "f_b,53.125\nf_min,0.05\nDelta_f,0.01\nL,4\nM,32\nDER_0,1e-4\nC_d,[1.2e-4 1.3e-4]\n"
    "L_s,\"[0.12, 0.12]\"\nC_b,0.3e-4\nC_p,[0.87e-4 0.87e-4]\nR_0,50\nR_d,[50 45]\n"
    "A_v,0.413\nA_fe,0.412\nA_ne,0.608\nz_p (TX),[12 31;  1.8 1.9]\nz_p (NEXT),[12 29;  1.8 1.8]\n"
    "z_p (FEXT),[12 31;  1.8 1.8]\nz_p (RX),[13 29;  1.8 1.8]\n"
    "package_Z_c,[87.5 88.5; 92.5 93.5]\nz_p select,1\nf_r,0.75\nc(0),0.54\nc(-1),[-0.34:0.02:0]\n"
    "c(-2),0.02\nc(1),0\nN_b,12\nb_max(1),0.85\n"
    "b_max(2..N_b),\"[0.3 0.2*ones(1,5) 0.1*ones(1,5)]\"\nb_min(1),0.3\n"
    "b_min(2..N_b),\"[0.05 -0.03*ones(1,10)]\"\ng_DC,[-8 -7]\nf_z,21.25\nf_p1,21.25\nf_p2,53.125\n"
    "g_DC_HP,[-3]\nf_HP_PZ,0.6640625\nsigma_RJ,0.01\nA_DD,0.02\neta_0,8.2e-9\nSNR_TX,33\n"
    "R_LM,0.95\nT_r,0.0075\nFORCE_TR,1\nCOM Pass threshold,3\n";

ComReading read(const std::string& more, const std::vector<std::string>& settings = {}) {
  ComSheet sheet = ComSheet::parse(kSheet + more, "s.csv");
  for (const std::string& setting : settings) sheet.set(setting);
  return read_com_config(sheet);
}
ComConfig config(const std::string& more, const std::vector<std::string>& settings = {}) {
  return read(more, settings).config;
}
std::string faults(const std::string& more, const std::vector<std::string>& settings = {}) {
  try {
    read(more, settings);
    return "";
  } catch (const ScenarioError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a sheet's values arrive in SI units", "[unit][com]") {
  const ComConfig c = config("");
  CHECK(c.symbol_rate_bd == Approx(53.125e9).epsilon(1e-15));
  CHECK(c.tx.die_f == std::vector<double>{1.2e-4 * 1e-9});
  CHECK(c.rx.die_f == std::vector<double>{1.3e-4 * 1e-9});
  CHECK(c.tx.die_h[0] == Approx(0.12e-9).epsilon(1e-15));
  CHECK(c.rx.bump_f == Approx(0.3e-13).epsilon(1e-15));
  CHECK(c.rx.r_d_ohm == 45.0);
  CHECK(c.eta_0_v2_per_hz == Approx(8.2e-18).epsilon(1e-15));
  CHECK(c.t_r_s == Approx(7.5e-12).epsilon(1e-15));
  CHECK(c.ctle.f_hp_hz[0] == Approx(0.6640625e9).epsilon(1e-15));
  CHECK(c.edge == ComEdge::gaussian2);
  CHECK(c.ctle.g_dc_db == std::vector<double>{-8, -7});
}

TEST_CASE("two rows of z_p become four segments, columns are test cases", "[unit][com]") {
  const ComConfig c = config("");
  REQUIRE(c.cases.size() == 2);
  CHECK(c.cases[0].tx == std::vector<double>{12, 1.8, 0, 0});
  CHECK(c.cases[1].tx == std::vector<double>{31, 1.9, 0, 0});
  CHECK(c.cases[0].rx == std::vector<double>{13, 1.8, 0, 0});
  CHECK(c.cases[1].next == std::vector<double>{29, 1.8, 0, 0});
  CHECK(c.tx.line_ohm == std::vector<double>{87.5, 92.5, 100, 100});
  CHECK(c.rx.line_ohm == std::vector<double>{88.5, 93.5, 100, 100});
  const ComConfig one = config("", {"z_p (TX)=[12 31]", "z_p (RX)=[12 31]", "z_p (FEXT)=[12 31]",
                                    "z_p (NEXT)=[12 31]", "package_Z_c=78"});
  CHECK(one.cases[1].tx == std::vector<double>{31});
  CHECK(one.rx.line_ohm == std::vector<double>{78});
  const std::string z = "[12; 1; 0.1; 0.58]";
  const ComConfig four = config("", {"z_p (TX)=" + z, "z_p (RX)=" + z, "z_p (FEXT)=" + z,
                                     "z_p (NEXT)=" + z, "package_Z_c=[92 92;70 70;80 80;100 100]"});
  CHECK(four.cases[0].tx == std::vector<double>{12, 1, 0.1, 0.58});
  CHECK(four.tx.line_ohm == std::vector<double>{92, 70, 80, 100});
  CHECK(config("", {"z_p select=[1 2]"}).selected == std::vector<int>{1, 2});
}

TEST_CASE("rungs of a die's ladder are the columns of a row for Tx and one for Rx", "[unit][com]") {
  const ComConfig c =
      config("", {"C_d=[4e-5 9e-5 1.1e-4; 5e-5 9e-5 1.1e-4]", "L_s=[.12 .15 .14; .13 .15 .14]"});
  CHECK(c.tx.die_f.size() == 3);
  CHECK(c.rx.die_f[0] == Approx(5e-14).epsilon(1e-15));
  CHECK(c.rx.die_h[2] == Approx(0.14e-9).epsilon(1e-15));
  CHECK_THAT(faults("", {"C_d=[4e-5 9e-5 1.1e-4; 5e-5 9e-5 1.1e-4]"}),
             Contains("s.csv:8:") && Contains("as many rungs as C_d has, 3"));
}

TEST_CASE("absent keys mean what the reference's defaults mean", "[unit][com]") {
  const ComReading reading = read("");
  const ComConfig& c = reading.config;
  CHECK(c.f_2_hz == c.symbol_rate_bd);
  CHECK(c.f_1_hz == c.f_min_hz);
  CHECK(c.n_v == 12);
  CHECK(c.tdr.gate_ui == 12);
  CHECK(c.dfe.span == 12);
  CHECK(c.a_ft == c.a_fe);
  CHECK(c.a_nt == c.a_ne);
  CHECK(c.ac_cm_max_hz == c.symbol_rate_bd);
  CHECK(c.port_order == std::array<int, 4>{1, 3, 2, 4});
  CHECK(c.window == "rectangle");
  REQUIRE(reading.remarks.size() == 1);
  CHECK_THAT(reading.remarks[0], Contains("f_2 = 53.125") && Contains("Port Order = [1 3 2 4]"));
}

TEST_CASE("limits of the DFE: the first fills, the rest replaces", "[unit][com]") {
  const ComConfig c = config("");
  CHECK(c.dfe.b_max == std::vector<double>{.85, .3, .2, .2, .2, .2, .2, .1, .1, .1, .1, .1});
  CHECK(c.dfe.b_min[0] == 0.3);
  CHECK(c.dfe.b_min[1] == 0.05);
  CHECK(c.dfe.b_min[11] == -0.03);
  const ComConfig c2m = config(
      "", {"N_b=4", "b_max(2..N_b)=[0.15 0.1 0.05]", "b_min(2..N_b)=[ -0.15 - 0.15 - 0.05 ]"});
  CHECK(c2m.dfe.b_min ==
        std::vector<double>{0.3, -0.15 - 0.15 - 0.05, -0.15 - 0.15 - 0.05, -0.15 - 0.15 - 0.05});
  CHECK_THAT(faults("", {"N_b=13"}),
             Contains("holds 11 values; expected one or 12 (N_b - 1): set it along with N_b"));
  CHECK_THAT(faults("", {"b_max(2..N_b)=[0.1 0.1]"}), Contains("holds 2 values"));
  const ComReading fewer = read("", {"N_b=5"});
  CHECK(fewer.config.dfe.b_max == std::vector<double>{.85, .3, .2, .2, .2});
  CHECK_THAT(fewer.remarks.back(), Contains("the first 4 of 11 values"));
  CHECK_THAT(faults("", {"b_min(1)=0.9"}), Contains("the lower limit of tap 1, 0.9, is above"));
  CHECK(config("", {"N_b=0"}).dfe.b_max.empty());
}

TEST_CASE("a second value that cannot be read is no note, and long ones are cut", "[unit][com]") {
  CHECK_THAT(faults("g_DC,[0:1e-9:1e9]\n"), Contains("g_DC = [0:1e-9:1e9], but [-8 -7] at s.csv:"));
  CHECK(faults("g_DC,see the note\n").empty());
  const std::string text = faults("", {"R_LM=" + std::string(5000, '[')});
  CHECK_THAT(text, Contains("(5000 characters)"));
  CHECK(text.size() < 300);
}

TEST_CASE("transmit taps come by position, without c(0)", "[unit][com]") {
  const ComConfig c = config("c(-3),0\n");
  REQUIRE(c.tx_ffe.size() == 4);
  CHECK(c.tx_ffe[0].first == -3);
  CHECK(c.tx_ffe[2].second.size() == 18);
  CHECK(c.tx_ffe[3].first == 1);
  CHECK(c.c0_min == 0.54);
  CHECK_THAT(faults("c(3),0\n"), Contains("there is no c(2)"));
}

TEST_CASE("all faults of a sheet are told at once, each with its place", "[unit][com]") {
  const std::string text = faults("", {"DER_0=0.5", "R_LM=1.2", "N_b=-1", "Port Order=[1 2 3 3]",
                                       "f_b=53,125", "z_p select=3", "PMD_type=C2X"});
  CHECK_THAT(text, Contains("--set: DER_0 = 0.5: 0.5 is outside [1e-300, 0.5)"));
  CHECK_THAT(text, Contains("--set: R_LM = 1.2: 1.2 is outside (0, 1]"));
  CHECK_THAT(text, Contains("N_b = -1: -1 is outside [0, 10000]"));
  CHECK_THAT(text, Contains("expected each of 1 to 4 once"));
  CHECK_THAT(text, Contains("decimals have a point here"));
  CHECK_THAT(text, Contains("z_p select = 3: 3 is outside [1, 2]"));
  CHECK_THAT(text, Contains("PMD_type = C2X is none of C2C, C2M (did you mean"));
  CHECK_THAT(faults("f_1,54\n"), Contains("f_2"));
}

TEST_CASE("missing keys are told", "[unit][com]") {
  try {
    read_com_config(ComSheet::parse("f_b,53.125\n", "s.csv"));
    FAIL("must throw");
  } catch (const ScenarioError& error) {
    for (const char* key : {"DER_0", "C_d", "R_d", "z_p (TX)", "A_v", "N_b", "g_DC", "eta_0"}) {
      CHECK_THAT(error.what(), Contains("s.csv: " + std::string(key) + " is missing"));
    }
  }
}

TEST_CASE("T13 a misspelt keyword is an error with a suggestion, a note is none", "[unit][com]") {
  CHECK_THAT(faults("sigma_RJJ,0.01\n"),
             Contains("s.csv:46:1: unknown keyword 'sigma_RJJ' (did you mean 'sigma_RJ'?)"));
  CHECK_THAT(faults("z_p(TX),[1 2]\n"), Contains("did you mean 'z_p (TX)'?"));
  CHECK_THAT(faults("", {"sigma_RK=0.01"}), Contains("did you mean 'sigma_RJ'?"));
  CHECK_THAT(faults("", {"nonsense word=1"}), Contains("unknown keyword 'nonsense word'"));
  CHECK(faults("Table 93A-1,,,\nGHz,3,note,7\nUI,4\nmm,2\nsome note,12,13\nReceiver,testing\n")
            .empty());
}

TEST_CASE("keywords of plots and reports are silent", "[unit][com]") {
  CHECK(read("DIAGNOSTICS,1\nRESULT_DIR,./res/\nSAVE_FIGURES,1\nRUNTAG,KR_\n").remarks.size() == 1);
  for (const char* keyword : com_keywords_silent()) {
    INFO(keyword);
    CHECK(faults(std::string(keyword) + ",1\n").empty());
  }
}

TEST_CASE("what would change the result and is not supported is refused", "[unit][com]") {
  CHECK_THAT(faults("TDMODE,1\n"), Contains("s.csv:46:8: TDMODE = 1 is not supported"));
  CHECK_THAT(faults("RX_CALIBRATION,1\n"), Contains("is not supported"));
  CHECK(faults("RX_CALIBRATION,0.0\nINC_PACKAGE,1.0\nTS_SRCH_MODE,'full-sweep'\n").empty());
  CHECK_THAT(faults(".START,PKG_A\n"), Contains("s.csv:46:1: .START: package blocks"));
  CHECK_THAT(faults("AUTO_TFX,1\n"), Contains("fixture delay time"));
  CHECK(faults("AUTO_TFX,1\nERL,0\n").empty());
  CHECK(faults("FFE_OPT_METHOD,FV-LMS\n").empty());
  CHECK_THAT(faults("FFE_OPT_METHOD,FV-LMS\nffe_pre_tap_len,3\n"), Contains("is not supported"));
}

TEST_CASE("one keyword with two values is a fault that names both places", "[unit][com]") {
  CHECK_THAT(faults("f_b,26.5625\n"),
             Contains("s.csv:46:5: f_b = 26.5625, but 53.125 at s.csv:1:5"));
  CHECK(faults("f_b,53.1250\n").empty());
  CHECK(faults("f_f,0.59,f_b,of the symbol rate\n").empty());
  CHECK(faults("f_b,26.5625\n", {"f_b=53.125"}).empty());
}

TEST_CASE("edges, MLSE and C2M of a sheet", "[unit][com]") {
  CHECK(config("", {"FORCE_TR=0"}).edge == ComEdge::none);
  CHECK(config("T_r_filter_type,1\n", {"FORCE_TR=0"}).edge == ComEdge::gaussian2);
  CHECK(config("T_r_filter_type,1\nT_r_meas_point,1\n", {"FORCE_TR=0"}).edge == ComEdge::bessel);
  CHECK(config("EDGE_FILTER,gaussian1\n").edge == ComEdge::gaussian1);
  CHECK(config("MLSE,1\n").mlse == 1);
  CHECK_THAT(faults("MLSE,3\n"), Contains("needs the receive FFE"));
  CHECK_THAT(faults("MLSE,1\n", {"N_b=0"}), Contains("needs N_b >= 1"));
  CHECK(config("MLSE,3\nffe_pre_tap_len,3\nMLSE_FORM,178a\n").mlse_178a);
  const ComConfig c2m = config(
      "PMD_type,C2M\nT_O,50\nEH_min,10\nMin_VEO_Test,5\nHistogram_Window_Weight,Dual Rayleigh\n",
      {});
  CHECK((c2m.c2m && c2m.t_o_mui == 50.0 && c2m.window == "dual_rayleigh"));
  CHECK(c2m.eh_min_v == Approx(0.010).epsilon(1e-15));
  CHECK(c2m.eh_min_test_v == Approx(0.005).epsilon(1e-15));
  CHECK(config("T_O,50\n").t_o_mui == 0.0);
  CHECK(config("sample_adjustment,8\n").sample_adjustment == std::array<int, 2>{0, 8});
}

TEST_CASE("values that a sheet marks as unverified are listed", "[unit][com]") {
  using Names = std::vector<std::string>;
  CHECK(read("").unverified.empty());
  const std::string more =
      "rho_x,0.6,f_b,unverified: recalled\nN,100,UI,seen,,beta_x,0,unverified\n";
  CHECK(read(more).unverified == Names{"rho_x", "beta_x"});
  CHECK(read(more, {"RHO_X=0.618"}).unverified == Names{"beta_x"});
}

TEST_CASE("T69 every shipped preset is read", "[unit][com]") {
  const auto folder = std::filesystem::path(CHAPPE_SOURCE_DIR) / "data/standards/com";
  int presets = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    INFO(entry.path().string());
    const ComSheet sheet = ComSheet::read(entry.path().string());
    for (const char* said : {"title", "source", "date", "status"}) {
      CHECK(sheet.values(said).size() == 1);
    }
    ComReading reading;
    CHECK_NOTHROW(reading = read_com_config(sheet));
    CHECK(reading.config.cases.size() == reading.config.selected.size());
    ++presets;
  }
  CHECK(presets == 6);
}

TEST_CASE("the reference's own sheet is read", "[validation][com]") {
  const auto file =
      chappe::testing::shared_folder() / "reference/copper/kr100_fixedEQ_c2m14_thru.csv";
  if (!std::filesystem::exists(file)) {
    WARN("skipped: " << file.string() << " is not here");
    return;
  }
  const ComReading reading = read_com_config(ComSheet::read(file.string()));
  const ComConfig& c = reading.config;
  CHECK(c.dfe.banks == 3);
  CHECK(c.dfe.span == 40);
  CHECK(c.dfe.tail_start == 25);
  CHECK(c.tdr.gate_ui == 21);
  CHECK(c.f_f == 0.5935686274509804);
  CHECK(c.local_search == 2);
  CHECK(c.rx.board_c1_f == Approx(0.19e-13).epsilon(1e-15));
  CHECK(c.board_line.a1_per_mm_sqrt_ghz == 3.8206e-4);
}
