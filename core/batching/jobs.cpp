#include "core/batching/list.h"

namespace noiseloom {

constinit const JobBatching jobs::asAccounted{
    .id = "as-accounted", .name = Core::tr("as accounted"), .summary = Core::tr("Exactly as the accounting assumes")};

// The batching's own sampler, core/sampling.
constinit const JobBatching jobs::drawn{
    .id = "noiseloom-batches",
    .name = Core::tr("drawn by noiseloom-cli batches"),
    .summary =
        Core::tr("The batches that noiseloom-cli batches draws from the run's secret key, as the accounting assumes"),
    .shortName = Core::tr("noiseloom-cli batches"),
    .version = 7};

// The probability is k / n.
constinit const JobBatching jobs::poisson{.id = "poisson",
                                          .name = Core::tr("Poisson sampling"),
                                          .summary = Core::tr("Every example joins every batch independently"),
                                          .samples = true};

// The probability is b k / n.
constinit const JobBatching jobs::cyclicPoisson{
    .id = "cyclic-poisson",
    .name = Core::tr("cyclic Poisson sampling"),
    .summary = Core::tr("Step i samples part i mod b of the data, each member independently"),
    .shortName = Core::tr("cyclic Poisson"),
    .samples = true};

constinit const JobBatching jobs::cyclicPoissonRandom{
    .id = "cyclic-poisson-random",
    .name = Core::tr("cyclic Poisson sampling, random groups"),
    .summary = Core::tr("Step i samples group i mod b, where each example drew its group itself, once and in secret"),
    .shortName = Core::tr("random groups"),
    .samples = true,
    .version = 7};

// The loader decides, in secret.
constinit const JobBatching jobs::bMinSep{
    .id = "b-min-sep",
    .name = Core::tr("b-min-sep sampling"),
    .summary = Core::tr("Who took part rests for b - 1 steps, then joins each step with the same probability"),
    .samples = true,
    .version = 7};

// By parts it is cyclic Poisson with a largest batch.
constinit const JobBatching jobs::truncatedPoisson{
    .id = "truncated-poisson",
    .name = Core::tr("truncated Poisson sampling"),
    .summary = Core::tr("Every example joins every batch independently, but batches are cut where they exceed a size"),
    .shortName = Core::tr("truncated Poisson"),
    .samples = true};

constinit const JobBatching jobs::fixedSizeSamples{
    .id = "fixed-size-samples",
    .name = Core::tr("samples of a fixed size"),
    .summary = Core::tr("Every batch a new random sample of a fixed size from all the data"),
    .samples = true};

constinit const JobBatching jobs::cyclicFixedSizeSamples{
    .id = "cyclic-fixed-size-samples",
    .name = Core::tr("fixed size, by parts"),
    .summary = Core::tr("Step i takes a new random sample of a fixed size from part i mod b of the data"),
    .samples = true,
    .version = 7};

// There are ceil(n / k) batches.
constinit const JobBatching jobs::ballsInBins{
    .id = "balls-in-bins",
    .name = Core::tr("balls-in-bins"),
    .summary = Core::tr("Each example lands in one of n / k batches at random, once; every epoch repeats them"),
    .repeats = true};

constinit const JobBatching jobs::randomAllocation{
    .id = "random-allocation",
    .name = Core::tr("random allocation"),
    .summary = Core::tr("Each example takes part in one step of every epoch, drawn anew"),
    .inOnePass = &jobs::ballsInBins,
    .version = 7};

constinit const JobBatching jobs::balancedIterations{
    .id = "balanced-iterations",
    .name = Core::tr("balanced iterations"),
    .summary = Core::tr("Each example takes part in exactly k of all steps, every choice as likely"),
    .inOnePass = &jobs::ballsInBins,
    .version = 13};

constinit const JobBatching jobs::cyclicAllocation{
    .id = "cyclic-allocation",
    .name = Core::tr("cyclic allocation"),
    .summary = Core::tr("The same among the steps of its group, i mod b"),
    .version = 7};

constinit const JobBatching jobs::fixedOrder{
    .id = "fixed-order",
    .name = Core::tr("fixed order"),
    .summary = Core::tr("One order that nothing random decides, the same in every epoch"),
    .repeats = true};

constinit const JobBatching jobs::shuffledOnce{
    .id = "shuffled-once",
    .name = Core::tr("shuffled once"),
    .summary = Core::tr("Shuffled before training, then the same order in every epoch"),
    .repeats = true};

constinit const JobBatching jobs::shuffledEachEpoch{.id = "shuffled-each-epoch",
                                                    .name = Core::tr("shuffled every epoch"),
                                                    .summary = Core::tr("Shuffled anew for every epoch"),
                                                    .inOnePass = &jobs::shuffledOnce};

constinit const JobBatching jobs::minSeparation{
    .id = "min-sep",
    .name = Core::tr("min-separation"),
    .summary = Core::tr("An example waits at least s steps before it takes part again, k times at most")};

}  // namespace noiseloom
