// The limit on dispatch takes part in every program that runs a kernel.
#pragma once

namespace lydite {

// Defined where the targets are limited at start. Whoever refers to it brings that into a program that links the
// library as an archive and never asks for targets itself.
extern const bool targets_are_limited;

}  // namespace lydite
