#include "core/batching/list.h"

namespace noiseloom {

// Exactly as the accounting assumes.
constinit const JobBatching jobs::asAccounted{.id = "as-accounted", .name = Core::tr("as accounted")};

// Every example joins every batch independently with probability k / n.
constinit const JobBatching jobs::poisson{.id = "poisson", .name = Core::tr("Poisson sampling"), .samples = true};

// The same within part i mod b of the data, with probability b k / n.
constinit const JobBatching jobs::cyclicPoisson{
    .id = "cyclic-poisson", .name = Core::tr("cyclic Poisson sampling"), .samples = true};

// Poisson or cyclic Poisson, batches cut where they exceed a size.
constinit const JobBatching jobs::truncatedPoisson{
    .id = "truncated-poisson", .name = Core::tr("truncated Poisson sampling"), .samples = true};

// Every batch a new random sample of a fixed size.
constinit const JobBatching jobs::fixedSizeSamples{
    .id = "fixed-size-samples", .name = Core::tr("samples of a fixed size"), .samples = true};

// Every example lands in one of ceil(n / k) batches, independently; every epoch repeats them.
constinit const JobBatching jobs::ballsInBins{
    .id = "balls-in-bins", .name = Core::tr("balls-in-bins"), .repeats = true};

// One order that nothing random decides, the same in every epoch.
constinit const JobBatching jobs::fixedOrder{.id = "fixed-order", .name = Core::tr("fixed order"), .repeats = true};

// Shuffled before training, then the same order in every epoch.
constinit const JobBatching jobs::shuffledOnce{
    .id = "shuffled-once", .name = Core::tr("shuffled once"), .repeats = true};

// Shuffled anew for every epoch.
constinit const JobBatching jobs::shuffledEachEpoch{
    .id = "shuffled-each-epoch", .name = Core::tr("shuffled every epoch"), .inOnePass = &jobs::shuffledOnce};

// An example, or a device, waits s steps before it takes part again, k times at most.
constinit const JobBatching jobs::minSeparation{.id = "min-sep", .name = Core::tr("min-separation")};

}  // namespace noiseloom
