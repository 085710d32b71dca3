#include "ui/jobs/export_work.h"

#include "core/base/errors.h"
#include "core/io/atomic_file.h"
#include "core/io/noise_plan.h"
#include "core/io/strategy_file.h"

namespace noiseloom {

std::filesystem::path withSuffix(const std::filesystem::path& path, const std::string& suffix) {
  std::string text = path.string();
  if (text.empty() || text.ends_with(suffix)) return path;
  text.append(suffix);
  return text;
}

void runExport(const ExportRequest& request) {
  if (!request.design) throw InvalidArgument("design", Core::tr("nothing"), Core::tr("a solved design"));
  if (request.strategy.empty())
    throw InvalidArgument("strategy_path", Core::tr("nothing"), Core::tr("the path of a file to write"));
  if (!request.plan.empty() && sameFile(request.plan, request.strategy))
    throw InvalidArgument("plan", request.plan.string(), Core::tr("another file than the strategy file"));
  const std::string hash = writeStrategyFile(request.strategy, *request.design);
  if (request.plan.empty()) return;
  writeNoisePlan(request.plan, makeNoisePlan(*request.design, request.strategy.filename().string(), hash));
}

}  // namespace noiseloom
