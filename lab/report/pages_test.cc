#include "lab/report/pages.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cstdlib>
#include <sstream>

#include "lab/evidence/synthetic_for_test.h"
#include "lab/measure/spawn.h"

namespace lydite::lab::report {
namespace {

namespace synthetic = evidence::synthetic;
namespace fs = std::filesystem;

evidence::DataSet data_set() {
  const synthetic::Folder folder;
  synthetic::write_data_set(folder.path(), [](const evidence::DataSet&) { return evidence::Pages(); });
  return *evidence::load_data_set(folder.path()).data_set;
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

TEST(Pages, AreTheSameEveryTimeInEveryLocale) {
  const evidence::DataSet set = data_set();
  const evidence::Pages first = pages(set);
  for (const char* locale : {"de_DE.UTF-8", "tr_TR.UTF-8", "C"}) {
    std::setlocale(LC_ALL, locale);
    EXPECT_EQ(pages(set), first) << locale;
  }
}

// LYDITE_UPDATE_GOLDEN=1 writes the files anew, to be looked at before they are committed.
TEST(Pages, AreWhatTheyWere) {
  const fs::path golden = fs::path(LYDITE_SOURCE_DIR) / "lab/report/golden";
  for (const auto& [path, text] : pages(data_set())) {
    if (std::getenv("LYDITE_UPDATE_GOLDEN") != nullptr) evidence::write_file(golden / path, text);
    EXPECT_EQ(evidence::read_file(golden / path), text) << path;
  }
}

TEST(Pages, HaveALineForEachRecord) {
  const evidence::DataSet set = data_set();
  const evidence::Pages all = pages(set);
  EXPECT_EQ(occurrences(all.at("report.csv"), "\n"), set.records.size() + 1);
  for (const evidence::StoredRecord& stored : set.records) {
    for (const char* page : {"report.md", "report.html"}) {
      EXPECT_GE(occurrences(all.at(page), stored.path), 2U) << page << " lacks " << stored.path;
    }
  }
}

TEST(Pages, ShowTheGradeInEveryRow) {
  ASSERT_EQ(synthetic::host_state().host.grade, 'C');
  const std::string html = pages(data_set()).at("report.html");
  EXPECT_GE(occurrences(html, "<td>C</td></tr>"), 2 * synthetic::rows().size());
}

TEST(Pages, NeedNoScriptAndLoadNothing) {
  const std::string html = pages(data_set()).at("report.html");
  for (const char* word : {"<script", "http:", "https:", "src=", "@import", "url("}) {
    EXPECT_EQ(html.find(word), std::string::npos) << word;
  }
}

TEST(Pages, EscapeWhatTheyQuote) {
  const std::string html = pages(data_set()).at("report.html");
  EXPECT_NE(html.find("<h1>Synthetic &lt;data&gt;</h1>"), std::string::npos);
}

TEST(Pages, ComparePairsOfTrials) {
  const evidence::DataSet set = data_set();
  const Model model = make_model(set);
  const ReportRow& own = model.rows[0];
  const ReportRow* peer = model.peer_of(own, "libcrypto");
  ASSERT_NE(peer, nullptr);
  const Ratio ratio = ratio_of(own, *peer);
  EXPECT_EQ(ratio.pairs, synthetic::trial_count);
  EXPECT_NEAR(ratio.value, 2.0 / 3, 0.01);
  ASSERT_TRUE(ratio.interval);
  EXPECT_LE(ratio.interval->low, ratio.value);
  EXPECT_GE(ratio.interval->high, ratio.value);
  EXPECT_EQ(ratio_of(own, model.rows[2]).pairs, 0U) << "rows of different groups are no pairs";
}

TEST(Writers, KeepUnitsWithTheirNumbers) {
  const Document document{"t", {"within 2 % and 3 ms, ended"}, {}};
  EXPECT_NE(to_html(document).find("within 2&nbsp;% and 3&nbsp;ms, ended"), std::string::npos) << to_html(document);
}

TEST(Pages, KeepTheFailuresOfAnAlgorithmTogether) {
  evidence::DataSet set = data_set();
  for (const char* algorithm : {"x-wing", "ml-kem-768"}) {
    set.uniformity.push_back(set.uniformity.back());
    set.uniformity.back().algorithm = algorithm;
    set.uniformity.back().of = "last";
  }
  const std::string page = pages(set).at("report.md");
  EXPECT_LT(page.find("| ml-kem-768 | last |"), page.find("| x-wing | last |"));
}

TEST(Writers, KeepLinksWithBracketsAndBarsInCells) {
  Document document{
      "t", {}, {{"s", "s", {Table{"c", {{"a"}, {"b", true}}, {{"[f[1600] x1](r.json)", "`a|b` **c**"}}}}}}};
  EXPECT_NE(to_html(document).find("<td><a href=\"r.json\">f[1600] x1</a></td><td class=\"n\"><code>a|b</code> "
                                   "<strong>c</strong></td>"),
            std::string::npos)
      << to_html(document);
  EXPECT_NE(to_markdown(document).find("| [f[1600] x1](r.json) | `a\\|b` **c** |\n"), std::string::npos);
}

TEST(Pages, OpenInABrowserWithAllTables) {
  const std::string html = pages(data_set()).at("report.html");
  const synthetic::Folder folder;
  evidence::write_file(folder.path() / "report.html", html);
  const std::string profile = "--user-data-dir=" + (folder.path() / "profile").string();
  const Outcome outcome =
      run({{"/usr/bin/chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", profile, "--dump-dom",
            "file://" + (folder.path() / "report.html").string()},
           {},
           120});
  if (!outcome.started || outcome.exit_code == 127) GTEST_SKIP() << "chromium is not installed";
  ASSERT_EQ(outcome.exit_code, 0) << outcome.errors;
  EXPECT_EQ(occurrences(outcome.output, "<table"), occurrences(html, "<table"));
  EXPECT_EQ(occurrences(outcome.output, "<tr>"), occurrences(html, "<tr>"));
  EXPECT_EQ(occurrences(outcome.output, "<svg"), occurrences(html, "<svg"));
  EXPECT_GT(occurrences(html, "<table"), 8U);
}

}  // namespace
}  // namespace lydite::lab::report
