// The hidden command `lydite trial JOB`: one job in a fresh process, its result as JSON on standard output.
#pragma once

namespace lydite::lab {

// argv[2] is the job (job.h). Exit codes as those of the command; a failed check of the operation is a result, not one.
int trial_main(int argc, char** argv);

}  // namespace lydite::lab
