// Design > Privacy claim > Audit: what a run with canaries shows.

#include <gtest/gtest.h>

#include <QLabel>
#include <QTemporaryDir>
#include <set>
#include <utility>
#include <vector>

#include "core/batching/list.h"
#include "core/io/npz.h"
#include "core/io/strategy_file.h"
#include "tests/core/audit/canary_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/audit_page.h"
#include "ui/dialogs/claim_dialog.h"
#include "ui/dialogs/wrapping_table.h"

namespace noiseloom {
namespace {

class Audits : public WindowTest {};

void writeCanaries(const QString& path, const CanaryRun& run) {
  const std::vector<double> examples(run.examples.begin(), run.examples.end());
  const std::vector<double> coins(run.present.begin(), run.present.end());
  std::set<std::pair<Index, Index>> places;  // steps and canaries, rising
  for (std::size_t j = 0; j < run.taken.size(); ++j) {
    for (const Index step : run.taken[j]) places.emplace(step, static_cast<Index>(j));
  }
  std::vector<double> taken;
  for (const auto& [step, canary] : places)
    taken.insert(taken.end(), {static_cast<double>(step), static_cast<double>(canary)});
  const std::string metadata = R"({"format":"noiseloom-canaries","version":1,"strategy_sha256":")" +
                               run.strategySha256 + R"(","dataset_size":)" + std::to_string(run.datasetSize) +
                               R"(,"clip_norm":)" + std::to_string(run.clipNorm) + "}";
  const auto array = [](NpzWriter& writer, const char* name, std::vector<Index> shape,
                        const std::vector<double>& values) { writer.addArray(name, shape, values); };
  NpzWriter writer(path.toStdString());
  writer.addText("metadata", metadata);
  array(writer, "examples", {run.count()}, examples);
  array(writer, "coins", {run.count()}, coins);
  array(writer, "participations", {std::ssize(taken) / 2, 2}, taken);
  array(writer, "sums", {run.steps, run.count()}, run.sums);
  writer.finish();
}

TEST_F(Audits, AuditsARunByTheStrategyFileBesideIt) {
  const CanaryJob job(batchings::fixedEpoch, 3);
  const QTemporaryDir folder;
  const QString strategy = folder.filePath(QStringLiteral("run.npz"));
  writeStrategyFile(folder.filePath(QStringLiteral("another.npz")).toStdString(), design());
  ClaimDialog dialog(*document);
  AuditPage& page = dialog.audit();
  const auto audited = [&](Flaw flaw, const QString& sha256, const QString& given = {}) {
    CanaryRun run = job.run(1, flaw);
    run.strategySha256 = sha256.toStdString();
    const QString path = folder.filePath(QStringLiteral("run.canaries.npz"));
    writeCanaries(path, run);
    page.audit(path, given);
    return waitFor([&] { return !page.running(); });
  };
  const QString sha256 = QString::fromStdString(writeStrategyFile(strategy.toStdString(), *designOf(*job.design)));
  ASSERT_TRUE(audited(Flaw::None, sha256));
  ASSERT_TRUE(page.result()) << page.note().toStdString();
  EXPECT_TRUE(page.result()->passed());
  EXPECT_TRUE(page.note().startsWith(QStringLiteral("No contradiction"))) << page.note().toStdString();
  const auto rows = page.result()->checks.size() + page.result()->notChecked.size();
  EXPECT_EQ(page.table().rowCount(), static_cast<int>(rows));
  const auto said = [&] {
    QStringList texts;
    for (const QLabel* label : page.findChildren<QLabel*>()) texts += label->text();
    return texts.join(QLatin1Char('\n'));
  };
  EXPECT_TRUE(said().contains(QStringLiteral("followed another claim")));
  ASSERT_TRUE(audited(Flaw::NoiseHalved, sha256));
  EXPECT_TRUE(page.note().startsWith(QStringLiteral("Not as claimed"))) << page.note().toStdString();
  ASSERT_TRUE(audited(Flaw::None, QString(64, QLatin1Char('a'))));
  EXPECT_FALSE(page.result());
  EXPECT_TRUE(page.note().contains(QStringLiteral("not among the 2 other"))) << page.note().toStdString();
  ASSERT_TRUE(audited(Flaw::None, QString(64, QLatin1Char('a')), strategy));
  EXPECT_TRUE(page.note().contains(QStringLiteral("its own strategy file"))) << page.note().toStdString();
  EXPECT_EQ(page.table().rowCount(), 0);
}

}  // namespace
}  // namespace noiseloom
