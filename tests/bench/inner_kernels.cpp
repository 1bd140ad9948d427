// Soft decoding of inner words against the same algorithm written plainly.
#include <memory>

#include "../fec/plain_inner_decoder.hpp"
#include "kernels.hpp"

namespace chappe::bench {
namespace {

constexpr std::size_t kWords = 2000;
constexpr double kX = 2.489;  // a bit error ratio of 4.8e-3

/// Words of one form in noise.
struct Words {
  InnerForm form;
  std::vector<test::Received> received{};
  explicit Words(InnerForm which) : form(which) {
    test::NoisyWords words(form, kX, 1);
    for (std::size_t i = 0; i < kWords; ++i) received.push_back(words.next());
  }
};

Contender plain(InnerForm form) {
  auto words = std::make_shared<Words>(form);
  auto codec = std::make_shared<InnerCodec>(form);
  return {"plain Chase", kWords, [words, codec] {
            double sum = 0.0;
            for (const test::Received& y : words->received) {
              const auto bits = test::nearest_bits(words->form, y);
              const auto reliability = codec->reliabilities(y);
              sum += test::plain_chase_cost(bits, reliability, codec->columns(), 6);
            }
            keep(sum);
          }};
}

Contender fast(InnerForm form) {
  auto words = std::make_shared<Words>(form);
  auto codec = std::make_shared<InnerCodec>(form);
  return {"InnerCodec", kWords, [words, codec] {
            std::uint64_t sum = 0;
            for (const test::Received& y : words->received) sum += codec->decode(y).first & 1U;
            keep(static_cast<double>(sum));
          }};
}

}  // namespace

std::vector<Comparison> inner_comparisons() {
  return {{"inner word, pairs", plain(InnerForm::pairs), fast(InnerForm::pairs), 40.0, {}},
          {"inner word, bits", plain(InnerForm::bits), fast(InnerForm::bits), 40.0, {}}};
}

}  // namespace chappe::bench
