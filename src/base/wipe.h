// Wiping what the compiler left where no object of ours lies.
#pragma once

namespace lydite {

// Overwrites the stack below the caller's frame, where finished calls spilled registers that held secrets: deep enough
// for a kernel and what it calls, not for objects, which wipe themselves.
void wipe_stack() noexcept;

}  // namespace lydite
