#pragma once
// Internal to src/io: the two forms of a waveform file.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "io/waveform_file.hpp"

namespace chappe {

/// @throws DataError beginning with "line N: " where a line is at fault
WaveformFile parse_waveform_text(std::string_view text);

/// In this process: for a child. @return bytes for decode_waveform
std::string load_waveform_image(std::span<const std::byte> bytes);
/// @throws DataError if the bytes are not what load_waveform_image makes
WaveformFile decode_waveform(std::string_view bytes);

}  // namespace chappe
