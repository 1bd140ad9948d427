#pragma once
// Levels, gains and conversions. A level is not a gain: Dbm - Dbm is a Db, Dbm + Dbm does not
// compile.
#include <cmath>
#include <compare>

namespace chappe {

/// Power ratio of x dB: 10^(x/10).
inline double power_ratio_from_db(double db) { return std::pow(10.0, db / 10.0); }
/// Field (voltage, current) ratio of x dB: 10^(x/20).
inline double field_ratio_from_db(double db) { return std::pow(10.0, db / 20.0); }
/// dB of a power ratio > 0.
inline double db_from_power_ratio(double ratio) { return 10.0 * std::log10(ratio); }
/// dB of a field ratio > 0.
inline double db_from_field_ratio(double ratio) { return 20.0 * std::log10(ratio); }

/// A gain or loss [dB].
class Db {
 public:
  constexpr Db() = default;
  constexpr explicit Db(double db) : db_(db) {}
  constexpr double value() const { return db_; }
  constexpr auto operator<=>(const Db&) const = default;
  constexpr Db operator-() const { return Db{-db_}; }
  friend constexpr Db operator+(Db a, Db b) { return Db{a.db_ + b.db_}; }
  friend constexpr Db operator-(Db a, Db b) { return Db{a.db_ - b.db_}; }
  friend constexpr Db operator*(double k, Db a) { return Db{k * a.db_}; }

 private:
  double db_{0.0};
};

/// A power level relative to 1 mW [dBm].
class Dbm {
 public:
  constexpr Dbm() = default;
  constexpr explicit Dbm(double dbm) : dbm_(dbm) {}
  /// @param watt  power [W], > 0
  static Dbm from_watt(double watt) { return Dbm{10.0 * std::log10(watt * 1e3)}; }
  constexpr double value() const { return dbm_; }
  double watt() const { return 1e-3 * power_ratio_from_db(dbm_); }
  constexpr auto operator<=>(const Dbm&) const = default;
  friend constexpr Dbm operator+(Dbm level, Db gain) { return Dbm{level.dbm_ + gain.value()}; }
  friend constexpr Dbm operator-(Dbm level, Db gain) { return Dbm{level.dbm_ - gain.value()}; }
  friend constexpr Db operator-(Dbm a, Dbm b) { return Db{a.dbm_ - b.dbm_}; }

 private:
  double dbm_{0.0};
};

}  // namespace chappe
