#pragma once
// The arithmetic behind matlab_matrix.hpp; a fault has no place yet.
#include "solve/com/matlab_matrix.hpp"

namespace chappe::matlab {

MatlabMatrix scalar(double value);
/// from:step:to.
MatlabOutcome steps(const MatlabMatrix& from, const MatlabMatrix& step, const MatlabMatrix& to);
/// rows x columns of one value.
MatlabOutcome filled(const MatlabMatrix& rows, const MatlabMatrix& columns, double value);
/// One of + - * / ^, element by element; a single number goes with every element.
/// @param elementwise  as written with a dot: * and / of two matrices are then no fault
MatlabOutcome combine(const MatlabMatrix& left, char operation, const MatlabMatrix& right,
                      bool elementwise);
/// Puts `next` to the right of `row` or under `rows`; what is empty counts for nothing.
/// @return the fault, "" if none
std::string append_right(MatlabMatrix& row, const MatlabMatrix& next);
std::string append_below(MatlabMatrix& rows, const MatlabMatrix& next);

}  // namespace chappe::matlab
