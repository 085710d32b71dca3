"""noiseloom.torch in other libraries' training loops: each test is skipped by name where its library is not installed.

usage: frameworks_test.py FILES CORE_NOISE CLI [unittest's arguments]     with PYTHONPATH=BUILD/python
"""

import contextlib
import importlib.util
import io
import itertools
import math
import pathlib
import sys
import unittest
import warnings

try:
    import torch
except ImportError as missing:
    print(f"SKIPPED: {missing.name} is not installed (Debian package python3-{missing.name})")
    sys.exit(0)

LIBRARIES = ("opacus", "lightning", "accelerate", "transformers")
FOUND = [each for each in LIBRARIES if importlib.util.find_spec(each) is not None]
if not FOUND:
    print(f"SKIPPED: none of {', '.join(LIBRARIES)} is installed")
    sys.exit(0)

import noiseloom  # noqa: E402
import noiseloom.torch as nt  # noqa: E402
from cases import failed_items  # noqa: E402
from small_net import BATCH, Case, EXAMPLES, F, flat, KEY, net_of, STEPS  # noqa: E402


def of(library):
    return unittest.skipUnless(library in FOUND, f"{library} is not installed")


def data_of(seed=1):
    generator = torch.Generator().manual_seed(seed)
    return (
        torch.randn(EXAMPLES, 7, generator=generator),
        torch.randint(0, 3, (EXAMPLES,), generator=generator),
    )


class Frameworks(Case):
    @classmethod
    def setUpClass(cls):
        cls.design = noiseloom.design(
            iterations=STEPS, epochs=3, epsilon=4, delta=1e-5, bands=4, dataset_size=EXAMPLES
        )
        cls.data = torch.utils.data.TensorDataset(*data_of())

    def setUp(self):
        super().setUp()
        self.record = self.folder / "run.record"

    def expected(self):
        """The weights of a Run."""
        net = net_of()
        list(
            nt.Run(
                self.design,
                KEY,
                net,
                torch.optim.SGD(net.parameters(), lr=0.5),
                self.data,
                loss=F.cross_entropy,
            )
        )
        nt.forget_runs()
        return flat(net)

    def verify(self):
        failed = failed_items(CLI, self.folder, self.design, KEY, self.record, "--finished")
        self.assertEqual(failed, [])


@of("opacus")
class Opacus(Frameworks):
    def start(self, engine, steps=0):
        net = net_of()
        loader = torch.utils.data.DataLoader(
            self.data,
            batch_sampler=nt.BatchSampler(self.design.batches(KEY, EXAMPLES), steps),
            collate_fn=nt.collate(self.data),
        )
        net, optimizer, loader = engine.make_private(
            module=net,
            optimizer=torch.optim.SGD(net.parameters(), lr=0.5),
            data_loader=loader,
            noise_multiplier=1.0,
            max_grad_norm=1.0,
            poisson_sampling=False,
        )
        optimizer.expected_batch_size = BATCH  # Opacus takes the loader's length for an epoch
        nt.attach(
            optimizer,
            self.design,
            KEY,
            record=self.record,
            dataset_size=EXAMPLES,
            privacy_engine=engine,
        )
        return net, optimizer, loader

    def train(self, net, optimizer, loader, steps):
        at = len(loader.batch_sampler.batches) - len(loader)
        batches = self.design.batches(KEY, EXAMPLES)
        for step, (inputs, targets) in enumerate(itertools.islice(loader, steps), at):
            optimizer.zero_grad()
            F.cross_entropy(net(inputs), targets).backward()
            optimizer.record_batch(batches[step])
            optimizer.step()

    def test_an_engine_says_what_the_design_claims(self):
        from opacus import PrivacyEngine

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = self.expected()
            engine = PrivacyEngine()
            net, optimizer, loader = self.start(engine)
            self.train(net, optimizer, loader, 9)
            self.assertEqual(len(engine.accountant), 9)
            self.assertEqual(engine.get_epsilon(1e-5), self.design.privacy_claim.epsilon)
            self.assertGreater(engine.get_epsilon(1e-6), engine.get_epsilon(1e-5))
            self.assertLess(engine.get_epsilon(1e-4), engine.get_epsilon(1e-5))
            engine.save_checkpoint(path=self.folder / "run.pt", module=net, optimizer=optimizer)
            del optimizer
            nt.forget_runs()
            engine = PrivacyEngine()
            net, optimizer, loader = self.start(engine, 9)
            engine.load_checkpoint(path=self.folder / "run.pt", module=net, optimizer=optimizer)
            self.train(net, optimizer, loader, STEPS)
        self.assertEqual(len(engine.accountant), STEPS)
        torch.testing.assert_close(flat(net), expected, rtol=1e-3, atol=1e-4)
        self.verify()
        other = noiseloom.design(
            iterations=STEPS, epochs=3, epsilon=4, delta=1e-5, bands=2, dataset_size=EXAMPLES
        )
        state = engine.accountant.state_dict()
        nt.forget_runs()
        nt.attach(optimizer, other, KEY, privacy_engine=engine)
        self.refuses("not that of this design", engine.accountant.load_state_dict, state)
        self.refuses("privacy_engine = 3", nt.attach, optimizer, self.design, KEY, privacy_engine=3)

    def test_nothing_is_claimed(self):
        from opacus import PrivacyEngine

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.design = noiseloom.design(
                iterations=STEPS,
                epochs=3,
                epsilon=4,
                delta=1e-5,
                bands=4,
                dataset_size=EXAMPLES,
                batching="cyclic-poisson",
                job_batching="shuffled-each-epoch",
            )
            engine = PrivacyEngine()
            self.start(engine)
        self.assertEqual(engine.get_epsilon(1e-5), math.inf)


@of("lightning")
class Lightning(Frameworks):
    def fit(self, steps=STEPS, checkpoint=None, more=(), net=net_of, **options):
        import lightning.pytorch as pl
        from noiseloom.lightning import PrivateTraining

        class Module(pl.LightningModule):
            def __init__(self):
                super().__init__()
                self.net = net()

            def training_step(self, batch, number):
                loss = F.cross_entropy(self.net(batch[0]), batch[1])
                self.log("loss", loss)
                return loss

            def configure_optimizers(self):
                inner = torch.optim.SGD(self.parameters(), lr=0.5)
                return [inner], [torch.optim.lr_scheduler.StepLR(inner, 100)]

        training = PrivateTraining(self.design, KEY, self.data, record=self.record)
        module = Module()
        trainer = pl.Trainer(
            max_epochs=-1,
            max_steps=steps,
            accelerator="cpu",
            logger=False,
            enable_checkpointing=False,
            enable_progress_bar=False,
            enable_model_summary=False,
            callbacks=[training, *more],
            **options,
        )
        trainer.fit(module, training.loader(), ckpt_path=checkpoint)
        self.assertEqual(trainer.global_step, training.step)
        self.assertNotIn("loss", trainer.callback_metrics)
        return trainer, flat(module.net)

    def test_a_run_that_is_resumed(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import lightning.pytorch as pl

            expected = self.expected()

            class Failing(pl.Callback):
                def on_train_batch_end(self, trainer, *_):
                    if trainer.global_step == 9:
                        trainer.save_checkpoint(self.file)
                        raise OSError("the file system is away")

            for fails in (True, False):
                nt.forget_runs()
                self.record = self.folder / f"{fails}.record"
                failing = Failing()
                failing.file = file = self.folder / f"{fails}.ckpt"
                if fails:
                    with self.assertRaises(OSError):
                        self.fit(more=[failing])
                else:  # which ends as planned, and is gone on with
                    trainer, _ = self.fit(9)
                    trainer.save_checkpoint(file)
                nt.forget_runs()
                trainer, weights = self.fit(checkpoint=file)
                self.assertEqual(trainer.global_step, STEPS)
                torch.testing.assert_close(weights, expected, rtol=1e-5, atol=1e-6)
                self.verify()

    def test_a_step_that_is_repeated_has_the_same_dropout(self):
        import lightning.pytorch as pl

        class Failing(pl.Callback):
            def on_train_batch_end(self, trainer, *_):
                if trainer.global_step == 7:
                    trainer.save_checkpoint(self.file)
                if trainer.global_step == 9:
                    raise OSError("the file system is away")

        def net():
            made = net_of()
            return torch.nn.Sequential(made[0], torch.nn.Dropout(0.3), *made[1:])

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            failing = Failing()
            failing.file = self.folder / "run.ckpt"
            torch.manual_seed(11)
            with self.assertRaises(OSError):
                self.fit(more=[failing], net=net)
            torch.manual_seed(12)
            _, weights = self.fit(checkpoint=failing.file, net=net)
            self.verify()
            nt.forget_runs()
            self.record = self.folder / "straight.record"
            torch.manual_seed(11)
            _, straight = self.fit(net=net)
        torch.testing.assert_close(weights, straight, rtol=0, atol=0)

    def test_refusals(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.refuses("accumulate_grad_batches = 2", self.fit, accumulate_grad_batches=2)


@of("accelerate")
class Accelerate(Frameworks):
    def test_a_loop(self):
        from accelerate import Accelerator

        expected = self.expected()
        accelerator, net = Accelerator(cpu=True), net_of()
        batches = self.design.batches(KEY, EXAMPLES)
        optimizer = nt.PrivateOptimizer(
            torch.optim.SGD(net.parameters(), lr=0.5),
            self.design,
            KEY,
            clip_norm=1.0,
            reduction="mean",
            batch_size=BATCH,
            record=self.record,
            dataset_size=EXAMPLES,
        )
        net, prepared = accelerator.prepare(net, optimizer)
        clipped = nt.ClippedSum(net, clip_norm=1.0, loss=F.cross_entropy)
        for batch in itertools.islice(batches, 5):
            optimizer.give(batch, [each / BATCH for each in clipped(self.data[batch])])
            prepared.step()
            prepared.zero_grad()
        # The loader says by itself which batch each step has.
        for batch in optimizer.loader(self.data):
            for parameter, total in zip(net.parameters(), clipped(batch)):
                parameter.grad = total / BATCH
            prepared.step()
            prepared.zero_grad()
        self.refuses("needs the step's batch", optimizer.step)
        torch.testing.assert_close(flat(net), expected, rtol=1e-5, atol=1e-6)
        self.verify()


class Classifier(torch.nn.Module):
    """As models of Transformers are called, and what they return."""

    def __init__(self):
        super().__init__()
        self.net = net_of()

    def forward(self, x, labels):
        outputs = self.net(x)
        return {"loss": F.cross_entropy(outputs, labels), "logits": outputs}


@of("transformers")
class Transformers(Frameworks):
    def trainer(self, model, data, design=None, callbacks=(), run=None, **options):
        from noiseloom.transformers import PrivateTrainer
        from transformers import TrainingArguments

        args = TrainingArguments(
            str(self.folder / "trainer"), use_cpu=True, report_to=[], disable_tqdm=True, **options
        )
        return PrivateTrainer(
            design or self.design,
            KEY,
            record=self.record,
            model=model,
            args=args,
            train_dataset=data,
            callbacks=list(callbacks),
            **{} if run is None else run,
        )

    def examples(self):
        return [{"x": x, "labels": int(y), "more": "unused"} for x, y in self.data]

    def train(self, resume=None, run=None, more=(), **options):
        model = Classifier()
        trainer = self.trainer(
            model,
            self.examples(),
            # Trainer's own would take weights before biases, and so other coordinates of the noise than Run.
            run={"optimizers": (torch.optim.SGD(model.parameters(), lr=0.5), None), **(run or {})},
            callbacks=more,
            lr_scheduler_type="constant",
            logging_steps=1,
            **options,
        )
        with contextlib.redirect_stdout(io.StringIO()):
            made = trainer.train(resume_from_checkpoint=resume)
        self.assertTrue(math.isnan(made.training_loss))
        logged = {name for each in trainer.state.log_history for name in each}
        self.assertLessEqual({"epoch", "learning_rate"}, logged)
        self.assertEqual(
            logged & {"loss", "train_loss", "grad_norm", "total_flos", "num_input_tokens_seen"},
            set(),
        )
        return trainer, flat(model)

    def test_a_run_that_is_resumed(self):
        from transformers import TrainerCallback

        class Failing(TrainerCallback):
            def on_step_end(self, args, state, control, **_):
                if state.global_step == 11:
                    raise OSError("the file system is away")

        expected = self.expected()
        with self.assertRaises(OSError):
            self.train(save_steps=9, more=[Failing()])
        trainer, weights = self.train(self.folder / "trainer" / "checkpoint-9")
        self.assertEqual(trainer.state.global_step, STEPS)
        self.assertLessEqual(trainer.private.examples, EXAMPLES)
        torch.testing.assert_close(weights, expected, rtol=1e-5, atol=1e-6)
        self.verify()
        for file in (self.folder / "trainer").rglob("*"):
            self.assertFalse(file.is_file() and KEY in file.read_bytes(), file)

    def test_several_examples_at_once_and_an_early_end(self):
        nt.forget_runs()
        trainer, weights = self.train(run={"per_example": "vmap", "microbatch": 3}, max_steps=9)
        trainer.finish()
        self.verify()
        nt.forget_runs()
        self.record = self.folder / "more.record"
        _, one = self.train(max_steps=9, save_steps=9)
        torch.testing.assert_close(weights, one, rtol=1e-5, atol=1e-6)
        _, whole = self.train(self.folder / "trainer" / "checkpoint-9")
        self.verify()
        nt.forget_runs()
        torch.testing.assert_close(whole, self.expected(), rtol=1e-5, atol=1e-6)

    def test_a_model_of_the_library(self):
        from transformers import BertConfig, BertForSequenceClassification

        torch.manual_seed(0)
        config = BertConfig(
            vocab_size=50,
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            intermediate_size=16,
        )
        lengths = [{"input_ids": [1 + at % 7] * (3 + at % 5), "label": at % 2} for at in range(40)]
        trainer = self.trainer(BertForSequenceClassification(config), lengths)
        with contextlib.redirect_stdout(io.StringIO()):
            trainer.train()
        self.assertEqual(trainer.state.global_step, STEPS)
        self.assertEqual(trainer.state.total_flos, 0)
        self.verify()

    def test_refusals(self):
        for part, options in (
            ("gradient_accumulation_steps = 2", {"gradient_accumulation_steps": 2}),
            ("auto_find_batch_size = True", {"auto_find_batch_size": True}),
            ("max_steps = 25", {"max_steps": 25}),
        ):
            self.refuses(part, self.train, **options)
        self.refuses("39 examples", self.trainer, Classifier(), self.examples()[:-1])
        self.refuses("use a data set with len()", self.trainer, Classifier(), iter(()), max_steps=3)
        self.train(save_steps=9, max_steps=9, save_only_model=True)
        nt.forget_runs()
        self.record = self.folder / "again.record"
        self.refuses(
            "the Trainer is at step 9 and its noise at step 0",
            self.train,
            self.folder / "trainer" / "checkpoint-9",
        )
        trainer = self.trainer(Classifier(), self.examples())
        trainer.create_optimizer()
        self.refuses("steps once after each training_step", trainer.optimizer.step)


if __name__ == "__main__":
    FILES, CORE_NOISE, CLI = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
