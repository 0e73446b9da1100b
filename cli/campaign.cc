// lydite campaign: a whole measurement with evidence, which can be interrupted and goes on.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/progress.h"
#include "lab/evidence/campaign.h"
#include "lab/evidence/file.h"
#include "lab/report/pages.h"

namespace lydite::cli {
namespace {

using lab::evidence::CampaignOutcome;

struct Options {
  std::string file, folder;
  bool quick = false, allow_unfixed_host = false;
};

// On a terminal one line that is overwritten; elsewhere a line for each tenth of the way.
class Teller : public lab::evidence::Observer {
 public:
  void say(const std::string& line) override {
    terminal_.clear();
    fmt::print(stderr, "{}\n", line);
  }
  void progress(double share, double seconds_left, std::string_view what) override {
    constexpr std::uint64_t steps = 1000;
    terminal_.step(static_cast<std::uint64_t>(share * steps), steps, seconds_left, what);
    const int tenth = static_cast<int>(share * 10);
    if (!is_terminal_ && tenth > last_tenth_) fmt::print(stderr, "{:3} %  {:.0f} s left\n", tenth * 10, seconds_left);
    last_tenth_ = tenth;
  }
  bool is_interrupted() override { return terminal_.is_interrupted(); }

 private:
  TerminalProgress terminal_;
  bool is_terminal_ = isatty(STDERR_FILENO) != 0;
  int last_tenth_ = 0;
};

std::string this_call(const Options& options) {
  return fmt::format("lydite campaign {}{}{} --out {}", options.file, options.quick ? " --quick" : "",
                     options.allow_unfixed_host ? " --allow-unfixed-host" : "", options.folder);
}

int conclude(const Options& options, CampaignOutcome outcome) {
  switch (outcome) {
    case CampaignOutcome::kDone:
    case CampaignOutcome::kFailures:
      fmt::print("{0}/report.html\n{0}/report.md\n{0}/report.csv\n", options.folder);
      return outcome == CampaignOutcome::kDone ? kOk : kCheckFailed;
    case CampaignOutcome::kInterrupted:
      fmt::print(stderr, "interrupted; finished records are kept, and this goes on:\n  {}\n", this_call(options));
      return kInterrupted;
    case CampaignOutcome::kUnfitHost:
      return kUnfitHost;
    case CampaignOutcome::kRefused:
      break;
  }
  return kBadInput;
}

int campaign(const Options& options) {
  const std::filesystem::path file = options.file;
  const auto parsed = lab::evidence::parse_plan(lab::evidence::read_file(file), options.quick, file.parent_path());
  for (const auto& fault : parsed.faults) {
    fmt::print(stderr, "error: {}\n", to_text(lab::evidence::Finding{options.file, fault.field, fault.message}));
  }
  if (!parsed.plan) return kBadInput;
  Teller teller;
  return conclude(options, run_campaign(*parsed.plan, options.folder, options.allow_unfixed_host,
                                        lab::evidence::real_surroundings(), lab::report::pages, teller));
}

}  // namespace

void attach_campaign(CLI::App& command, int& exit) {
  const auto options = std::make_shared<Options>();
  command.add_option("file", options->file, "What to measure, for example campaigns/first-light.json")->required();
  command.add_option("--out", options->folder, "Folder of the data set; an unfinished one there is continued")
      ->required();
  command.add_flag("--quick", options->quick, "The short form: fewer operations and trials");
  command.add_flag("--allow-unfixed-host", options->allow_unfixed_host,
                   "Measure on hosts of grade C and D too; records and pages say so");
  command.callback([options, &exit] { exit = campaign(*options); });
}

}  // namespace lydite::cli
