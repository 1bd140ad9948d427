// Set-ups that the public reference run does not have, against a second derivation of ours: a plain
// numpy program written from the description of the reference alone, which meets the reference's
// own run. COM is quantised: the same bins are asked for.
#include <catch2/catch.hpp>

#include "solve/com/com_reader.hpp"
#include "tests/solve/com_fixture.hpp"
#include "tests/validation.hpp"

using namespace chappe;

namespace {

struct Setup {
  const char* name;
  bool crosstalk;
  double com_db, fom_db, available_mv;
  std::vector<const char*> settings;
};

const std::vector<const char*> kFfe{
    "ffe_pre_tap_len=4", "ffe_post_tap_len=8",     "N_b=1",  "b_max(2..N_b)=[]", "b_min(2..N_b)=[]",
    "b_min(1)=0",        "num_ui_RXFF_noise=1024", "c(-2)=0"};
const std::vector<const char*> kC2m{"PMD_type=C2M",
                                    "T_O=50",
                                    "EH_min_test=0",
                                    "Min_VEO_Test=0",
                                    "N_bg=0",
                                    "N_b=4",
                                    "b_max(2..N_b)=[0.15 0.1 0.1]",
                                    "b_min(2..N_b)=[-0.15 -0.05 -0.05]",
                                    "b_min(1)=-0.1",
                                    "b_max(1)=0.4",
                                    "N_tail_start=0",
                                    "g_DC=[-12 -10 -8]",
                                    "DER_0=1e-5",
                                    "z_p (RX)=[2 2; 0.2 0.2]",
                                    "c(-1)=[-0.1 -0.05 0]",
                                    "c(-2)=[0 0.02]"};

std::vector<const char*> with(std::vector<const char*> base, std::vector<const char*> more) {
  const auto keyword = [](std::string_view setting) {
    return setting.substr(0, setting.find('='));
  };
  for (const char* setting : more) {
    std::erase_if(base, [&](const char* other) { return keyword(other) == keyword(setting); });
  }
  base.insert(base.end(), more.begin(), more.end());
  return base;
}

const std::vector<Setup> kSetups{
    {"crosstalk", true, 3.776392341399937, 14.98672451882334, 15.430681431861411, {}},
    {"whole grid",
     true,
     4.8601475507630205,
     16.0892785695009,
     17.201285151971047,
     {"c(-1)=[-0.2:0.05:0]", "c(-2)=[0:0.02:0.06]", "c(1)=[-0.1 0]", "g_DC=[-10 -8]"}},
    {"both boards, R_d 45/55",
     true,
     -2.5371969018877243,
     3.772810852414572,
     15.553546246452271,
     {"Include PCB=1", "R_d=[45 55]", "ts_anchor=1", "kappa1=0.9", "kappa2=0.8",
      "board_Z_c=[110 105]", "C_0=[0.29e-4 0.2e-4]", "C_1=[0.19e-4 0.1e-4]", "z_bp (TX)=80",
      "z_bp (RX)=60", "z_bp (NEXT)=50", "z_bp (FEXT)=70", "SNR_TXwC0=1"}},
    {"receiver's board, tap steps",
     true,
     0.8951377355210779,
     10.789629557618955,
     15.686040306768147,
     {"Include PCB=2", "R_d=[46 47]", "ts_anchor=2", "N_b_step=0.02", "board_Z_c=[110 105]",
      "z_bp (RX)=60", "z_bp (NEXT)=50", "C_1=[0.19e-4 0.1e-4]"}},
    {"four segments, ladder",
     true,
     3.530515416593978,
     14.755930806835034,
     9.206964098219758,
     {"z_p (TX)=[12 31; 1.8 1.8; 5 6; 0.5 0.7]", "z_p (FEXT)=[12 31; 1.8 1.8; 5 6; 0.5 0.7]",
      "z_p (NEXT)=[12 29; 1.8 1.8; 4 6; 0.5 0.7]", "z_p (RX)=[12 29; 1.8 1.8; 3 6; 0.5 0.7]",
      "package_Z_c=[87.5 88; 92.5 93; 100 99; 95 96]", "C_v=[0.5e-4 0.4e-4]",
      "C_d=[4e-5 9e-5 1.1e-4; 4.2e-5 8e-5 1e-4]", "L_s=[0.13 0.15 0.14; 0.12 0.14 0.13]",
      "z_p select=2", "g_DC=[-12 -10]"}},
    {"common-mode noise, Bessel, Mod-MM",
     true,
     2.3435805374484335,
     13.50670528726555,
     14.826049771388019,
     {"AC_CM_RMS=0.03", "Bessel_Thomson=1", "CDR=Mod-MM", "LIMIT_JITTER_CONTRIB_TO_DFE_SPAN=1",
      "sample_adjustment=[-3 2]", "C_v=[0.5e-4 0.4e-4]"}},
    {"receive FFE", true, 2.4893058397994356, 13.728175512229885, 17.940431636621026,
     with(kFfe, {"N_bg=0", "N_tail_start=0", "c(-1)=[-0.05 0]", "sample_adjustment=[-4 4]"})},
    {"receive FFE, floating taps", true, 2.9739399249098937, 14.231394326865708, 16.98416905662135,
     with(kFfe, {"N_bg=2", "N_tail_start=9", "c(-1)=-0.05", "sample_adjustment=[-2 2]", "N_bf=3",
                 "N_f=24"})},
    {"receive FFE, banks by ISI, MLSE 3", true, -1.8746104206044332, 12.614087678192359,
     17.106429763452342,
     with(kFfe, {"N_bg=2", "N_tail_start=9", "c(-1)=0", "N_bf=3", "N_f=30", "RXFFE FLOAT CTL=ISI",
                 "MLSE=3", "Raised_Cosine=1", "RC_Start=30e9", "RC_end=42e9"})},
    {"MLSE 1", false, 6.332594600826326, 15.355002630511414, 15.430681431861411, {"MLSE=1"}},
    {"MLSE 2", true, 5.782238359567508, 14.98672451882334, 15.430681431861411, {"MLSE=2"}},
    {"receive FFE with limits, MLSE 3", false, 3.161984688317817, 13.218203932823279,
     17.899735646863178,
     with(kFfe, {"N_bg=0", "N_tail_start=0", "c(-1)=[-0.05 0]", "sample_adjustment=[-4 4]",
                 "MLSE=3", "ffe_tapn_max=0.03", "ffe_pre_tap1_max=0.1", "SNR_TX=32"})},
    {"C2M, search by eye height", true, 0.7145657698113171, 0.9235069799573509, 18.04382658540254,
     with(kC2m, {"EH_min_test=2", "Min_VEO_Test=2", "Histogram_Window_Weight=gaussian"})},
    {"C2M window, rectangle", true, 0.06523026863361951, 13.727578064246567, 18.04382658540254,
     kC2m}};

}  // namespace

TEST_CASE("COM set-ups: a second derivation gives the same", "[validation][com]") {
  const auto sheet_file =
      testing::shared_folder() / "reference/copper/kr100_fixedEQ_c2m14_thru.csv";
  const auto thru = testing::c2m_input(false), all = testing::c2m_input(true);
  if (!thru || !all || !std::filesystem::exists(sheet_file)) {
    SUCCEED("skipped: no shared channels");
    return;
  }
  for (const Setup& setup : kSetups) {
    ComSheet sheet = ComSheet::read(sheet_file.string());
    for (const char* setting : setup.settings) sheet.set(setting);
    const ComResult result =
        solve_com(setup.crosstalk ? *all : *thru, read_com_config(sheet).config, {});
    const ComCase& got = result.cases.front();
    const std::string name = std::string("COM, ") + setup.name;
    testing::validate(name + ", dB", setup.com_db, got.eye.com_db, 1e-6);
    testing::validate(name + ", FOM, dB", setup.fom_db, got.fom_db, 1e-7);
    testing::validate(name + ", A_s, mV", setup.available_mv, 1e3 * got.eye.a_s_v, 1e-7);
  }
}
