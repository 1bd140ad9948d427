// Uses the installed package from outside the tree: reads a channel, asks a law for its parameters.
#include <base/units.hpp>
#include <complex>
#include <cstdio>
#include <link/catalogue.hpp>
#include <models/all.hpp>
#include <signal/touchstone.hpp>

int main() {
  // Two ports, S11 S21 S12 S22: a match that loses half of the voltage.
  const char* text = "# GHz S RI R 50\n1.0  0 0  0.5 0  0.5 0  0 0\n";
  const chappe::Network channel = chappe::parse_touchstone(text, "example.s2p", 2).network;
  const double loss_db = -chappe::db_from_field_ratio(std::abs(channel.at(1, 0).front()));
  std::printf("%.4f dB lost at %.0f Hz\n", loss_db, channel.grid[0]);

  chappe::Catalogue catalogue;
  chappe::add_models(catalogue);
  for (const chappe::Model& model : catalogue.models()) {
    std::printf("%s: %zu parameters\n", model.name.c_str(), model.describe().size());
  }
  const bool right = std::abs(loss_db - 6.0206) < 1e-4 && channel.grid[0] == 1e9;
  return right && !catalogue.models().empty() ? 0 : 1;
}
