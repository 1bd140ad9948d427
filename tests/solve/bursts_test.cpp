#include <catch2/catch.hpp>
#include <cmath>

#include "fec/code.hpp"
#include "math/roots.hpp"
#include "solve/decision_errors.hpp"
#include "solve/requirement.hpp"
#include "solve/section_outcome.hpp"
#include "solve/slicer.hpp"
#include "tests/solve/test_elements.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

/// A strong first tap; what is left is noise, which does not know the symbol before (interference
/// of one sign over many symbols would: it makes bursts shorter than the law says).
Section with_feedback(Modulation modulation = Modulation::pam4) {
  ReceiverSpec rx = plain_receiver();
  rx.dfe.assign(24, {-0.3, 0.3});
  rx.dfe.front() = {0.0, 0.7};
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 34.0;
  tx.ffe = {{-2, 0.0, 0.12, 0.02}, {-1, -0.3, 0.0, 0.02}};
  return make_section(tx, rx, matched_line(18.0), modulation);
}

Path path_of(Section section, int lanes, int codewords) {
  Path path;
  path.name = "p";
  path.params.lanes = lanes;
  path.sections.push_back(std::move(section));
  FecSpan span;
  span.params.codeword_interleave = codewords;
  path.fec.push_back(span);
  return path;
}

}  // namespace

TEST_CASE("Counted bursts: errors with real feedback are as many as the continuation says",
          "[validation][solve]") {
  const Section section = with_feedback();
  SectionRequest request;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {1e-3};
  request.solve.waveform_error_events = 4000;
  request.seed = 20261203;
  request.threads = 2;
  const SectionOutcome nominal = solve_section(section, {}, request);
  REQUIRE(nominal.cross_check.size() == 1);
  const CrossCheckRow& counted = nominal.cross_check.front();
  // The same at the noise of the count.
  const SectionSignals signals = section_signals(section, {}, false);
  const SearchResult search = search_equalisers(signals);
  const DecisionErrors errors(signals, search, {4096, counted.noise_factor});
  const SectionBursts bursts = errors.bursts();
  const auto lengths = burst_lengths(bursts.continuation, 60);
  double mean = 0.0;
  for (std::size_t l = 0; l < lengths.size(); ++l) {
    mean += static_cast<double>(l + 1) * lengths[l];
  }
  // Bursts that later taps begin behind a right decision.
  mean /= 1.0 - bursts.again;
  const double factor = counted.ber_feedback / counted.ber_count;
  CAPTURE(bursts.continuation, bursts.again, factor, mean);
  CHECK(bursts.first() > 0.35);
  CHECK(bursts.again > 0.0);
  CHECK(bursts.again < 0.1);
  // 4,000 events: a factor's standard deviation is 2 %.
  CHECK(factor == Approx(mean).epsilon(0.06));
}

TEST_CASE("Net feedback of bursts", "[unit][solve]") {
  const std::vector<double> positive{0.6, 0.2, 0.1}, negative{-0.3, 0.1};
  CHECK(net_feedback(positive, 1) == Approx(0.6));
  CHECK(net_feedback(positive, 2) == Approx(0.4));
  CHECK(net_feedback(positive, 9) == Approx(0.5));
  CHECK(net_feedback(positive, 1, 1) == Approx(0.2));
  CHECK(net_feedback(positive, 9, 1) == Approx(0.1));
  CHECK(net_feedback(positive, 1, 3) == 0.0);
  CHECK(net_feedback(negative, 1) == Approx(0.3));
  CHECK(net_feedback(negative, 2) == Approx(0.2));
}

TEST_CASE("Bursts cost frames, a precoder gives most of them back", "[unit][solve]") {
  SpreadCache cache;
  const SectionBursts strong{{0.6}, BurstSign::alternating};
  const std::vector<double> ber{1e-4};
  Path path = path_of(with_feedback(), 8, 4);
  path.sections[0].symbol_rate_bd = 53.125e9;
  const auto plain = span_bursts(path, path.fec[0], 64, std::span(&strong, 1), ber, cache);
  REQUIRE(plain);
  CHECK(plain->remark.empty());
  CHECK(plain->burst_factor() == Approx(1.0 / 0.4).epsilon(1e-6));
  path.sections[0].precoded = true;
  const auto precoded = span_bursts(path, path.fec[0], 64, std::span(&strong, 1), ber, cache);
  REQUIRE(precoded);
  CHECK(precoded->burst_factor() == Approx(1.0));
  const FecCode& code = fec_code("rs544_514");
  const double independent =
      fec_outcome(code, 1e-4, {.frame_bytes = 64, .codeword_interleave = 4}).frame_loss_ratio;
  const double bursts = plain->outcome(1e-4).frame_loss_ratio;
  CHECK(bursts > 1e6 * independent);
  // Data errors are twice those of the slicer: as many events as without the precoder.
  CHECK(precoded->outcome(2e-4).frame_loss_ratio < 1e-2 * bursts);
  const Requirements limits{.frame_loss_ratio_max = 6.2e-11};
  const double target = required_ber_of_bursts(limits, *plain, 2.8e-4);
  CHECK(plain->outcome(target).frame_loss_ratio == Approx(6.2e-11).epsilon(2e-3));
  CHECK(target < 2.8e-4);
}

TEST_CASE("Codewords that do not fill the lanes: an upper bound, and it is said", "[unit][solve]") {
  SpreadCache cache;
  const SectionBursts strong{{0.6}, BurstSign::alternating};
  const std::vector<double> ber{1e-4};
  const auto bursts = [&](Modulation modulation, int lanes) {
    Path path = path_of(with_feedback(modulation), lanes, 4);
    path.sections[0].symbol_rate_bd = 53.125e9;
    return span_bursts(path, path.fec[0], 64, std::span(&strong, 1), ber, cache).value();
  };
  const auto exact = bursts(Modulation::pam4, 8), bound = bursts(Modulation::pam4, 7);
  CHECK(exact.remark.empty());
  CHECK_THAT(bound.remark, Catch::Contains("do not fill 7 lanes"));
  for (const double p : {1e-5, 1e-4, 1e-3, 1e-2}) {
    CHECK(bound.outcome(p).frame_loss_ratio >= exact.outcome(p).frame_loss_ratio);
    CHECK(bound.outcome(p).frame_loss_ratio <= 1.0);
  }
  CHECK(bound.outcome(1e-4).log10_frame_loss_ratio.value() ==
        Approx(std::log10(bound.outcome(1e-4).frame_loss_ratio)));
  CHECK_THAT(bursts(Modulation::pam6, 8).remark, Catch::Contains("PAM6 bursts as PAM4 bursts"));
}

TEST_CASE("Sections of unlike line code: the one of most bursts stands for all", "[unit][solve]") {
  SpreadCache cache;
  const std::vector<SectionBursts> both{{{0.2}, BurstSign::alternating},
                                        {{0.6}, BurstSign::alternating}};
  const std::vector<double> ber{1e-4, 1e-6};
  Path path = path_of(with_feedback(), 8, 4);
  path.sections.push_back(with_feedback());
  path.fec[0].last_section = 1;
  const auto mean = span_bursts(path, path.fec[0], 64, both, ber, cache).value();
  path.sections[1].precoded = true;
  const auto worst = span_bursts(path, path.fec[0], 64, both, ber, cache).value();
  CHECK(mean.remark.empty());
  CHECK_THAT(worst.remark, Catch::Contains("the one of most bursts"));
  CHECK(worst.shape.length[3] > mean.shape.length[3]);
}

TEST_CASE("Bursts that bursts begin are bursts of their own", "[unit][solve]") {
  SpreadCache cache;
  SectionBursts bursts{{0.5}, BurstSign::alternating};
  const std::vector<double> ber{1e-4};
  Path path = path_of(with_feedback(), 8, 4);
  path.sections[0].symbol_rate_bd = 53.125e9;
  const auto of = [&] {
    return span_bursts(path, path.fec[0], 64, std::span(&bursts, 1), ber, cache).value();
  };
  const SpanBursts alone = of();
  bursts.again = 0.1;
  const SpanBursts again = of();
  CHECK(again.burst_factor() == Approx(alone.burst_factor() / 0.9));
  // As many more bursts as at a BER of 1/0.9.
  CHECK(again.outcome(0.9e-4).frame_loss_ratio ==
        Approx(alone.outcome(1e-4).frame_loss_ratio).epsilon(1e-9));
}

TEST_CASE("Events of MLSE stand in the BER as they are", "[unit][solve]") {
  SpreadCache cache;
  SectionBursts mlse, feedback{{0.5}, BurstSign::alternating};
  mlse.length = {0.5, 0.25, 0.25};
  Path path = path_of(with_feedback(), 8, 4);
  path.sections[0].symbol_rate_bd = 53.125e9;
  const std::vector<double> ber{1e-4};
  const auto of = [&](const SectionBursts& b) {
    return span_bursts(path, path.fec[0], 64, std::span(&b, 1), ber, cache).value();
  };
  CHECK(mlse.first() == Approx(0.5));
  const SpanBursts plain = of(mlse);
  CHECK(plain.burst_factor() == Approx(1.0));
  CHECK(plain.counted_bits == Approx(1.75));
  CHECK(plain.shape.length[2] == Approx(0.25));
  path.sections[0].precoded = true;
  const SpanBursts precoded = of(mlse);
  CHECK(precoded.counted_bits == Approx(2.0));
  // As many events, two wrong bits each instead of 1.75.
  CHECK(precoded.outcome(1e-4 * 2.0 / 1.75).frame_loss_ratio <
        plain.outcome(1e-4).frame_loss_ratio);
  // Two sections of as many errors: their events weigh 1/1.75 and 1.
  path.sections[0].precoded = false;
  path.sections.push_back(path.sections[0]);
  path.fec[0].last_section = 1;
  const std::vector<SectionBursts> both{mlse, feedback};
  const std::vector<double> equal{1e-4, 1e-4};
  const auto mixed = span_bursts(path, path.fec[0], 64, both, equal, cache).value();
  const double weight = 1.0 / 1.75;
  CHECK(mixed.counted_bits == Approx(2.0 / (1.0 + weight)));
  CHECK(mixed.shape.length[1] == Approx(0.25));
  CHECK(mixed.shape.length[2] == Approx((0.25 * weight + 0.125) / (1.0 + weight)));
}

TEST_CASE("PAM6: levels, steps and bits as counted", "[unit][solve]") {
  const auto levels = transmitted_levels(6, 0.95);
  REQUIRE(levels.size() == 6);
  CHECK(levels.back() == 1.0);
  CHECK(levels[4] == Approx(0.95 * 0.6));
  CHECK(bit_distance(6, 1, 4) == 3);
  // A step to a neighbour is 7/6 of the 5/2 bits of a symbol.
  CHECK(1.0 / counted_bits(6) == Approx(7.0 / 6.0 / 2.5));
}

TEST_CASE("PAM6: waveform and density agree", "[validation][solve]") {
  ReceiverSpec rx = plain_receiver();
  rx.dfe = {{-0.5, 0.5}};
  TransmitterSpec tx = plain_transmitter();
  tx.snr_db = 40.0;
  tx.random_jitter_ui = 0.005;
  const Section section = make_section(tx, rx, matched_line(5.0), Modulation::pam6);
  SectionRequest request;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {1e-3};
  request.solve.waveform_error_events = 4000;
  request.seed = 20261203;
  request.threads = 2;
  const SectionOutcome outcome = solve_section(section, {}, request);
  REQUIRE(outcome.cross_check.size() == 1);
  CAPTURE(outcome.cross_check[0].z);
  CHECK(outcome.cross_check[0].events >= 1000);
  CHECK(outcome.cross_check[0].agrees);
}

TEST_CASE("Codewords that fail in the waveform are as many as the law of bursts says",
          "[validation][solve]") {
  // KP4 as it travels on one lane of 106.25 Gb/s of eight: four words, four PCS lanes a lane.
  for (const bool precoded : {false, true}) {
    Path path = path_of(with_feedback(), 8, 4);
    path.sections[0].precoded = precoded;
    path.sections[0].symbol_rate_bd = kRate;
    const SectionSignals signals = section_signals(path.sections[0], {}, false);
    const SearchResult search = search_equalisers(signals);
    const auto at = [&](double factor) { return DecisionErrors(signals, search, {4096, factor}); };
    const double factor =
        std::exp(find_root([&](double x) { return std::log(at(std::exp(x)).ber() / 1.6e-3); }, 0.0,
                           3.0, 1e-4)
                     .value());
    WaveformOptions options{.error_events = 30000, .noise_factor = factor, .seed = 20261203};
    options.symbols_max = 1e9;
    options.threads = 2;
    const CodewordCounter fresh = codeword_counter(path, path.fec[0]).value();
    options.codewords = &fresh;
    const WaveformCount count =
        count_errors(signals, search, worst_phases(signals, search), options);
    SpreadCache cache;
    const SectionBursts bursts = at(factor).bursts();
    const double ber = (precoded ? 2.0 : 1.0) * count.ber();
    const SpanBursts law =
        span_bursts(path, path.fec[0], 64, std::span(&bursts, 1), std::span(&ber, 1), cache)
            .value();
    const double counted = static_cast<double>(count.codewords.failed_words) /
                           static_cast<double>(count.codewords.words);
    CAPTURE(precoded, count.ber(), counted, *law.outcome(ber).codeword_error_ratio,
            count.codewords.words);
    CHECK(count.codewords.failed_words > 300);
    // The ratio goes with a high power of the error ratio: at which one is it what was counted?
    const double same =
        std::exp(find_root(
                     [&](double x) {
                       return std::log(*law.outcome(std::exp(x)).codeword_error_ratio / counted);
                     },
                     std::log(0.3 * ber), std::log(3.0 * ber), 1e-4)
                     .value());
    // 6 % by what the law of lengths leaves out (see the count of bursts above), 2 % by the counts.
    CHECK(same / ber == Approx(1.0).epsilon(0.08));
  }
}
