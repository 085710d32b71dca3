<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>noiseloom</name>
    <message numerus="yes">
        <source>; %n beyond the plot</source>
        <translation>
            <numerusform>; %n beyond the plot</numerusform>
            <numerusform>; %n beyond the plot</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n left out (see the table)</source>
        <translation>
            <numerusform>; %n left out (see the table)</numerusform>
            <numerusform>; %n left out (see the table)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n seed(s); pale: one standard deviation of single seeds about it</source>
        <translation>
            <numerusform>mean of %n seed; pale: one standard deviation of single seeds about it</numerusform>
            <numerusform>mean of %n seeds; pale: one standard deviation of single seeds about it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seed(s), one standard deviation %1</source>
        <translation>
            <numerusform>%n seed, one standard deviation %1</numerusform>
            <numerusform>%n seeds, one standard deviation %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more pinned design(s) than there is room for</source>
        <translation>
            <numerusform>%n more pinned design than there is room for</numerusform>
            <numerusform>%n more pinned designs than there is room for</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pinned design(s) of another n or N left out</source>
        <translation>
            <numerusform>%n pinned design of another n or N left out</numerusform>
            <numerusform>%n pinned designs of another n or N left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>left out for a gap: %n row(s)</source>
        <translation>
            <numerusform>left out for a gap: %n row</numerusform>
            <numerusform>left out for a gap: %n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>left out: %n column(s)</source>
        <translation>
            <numerusform>left out: %n column</numerusform>
            <numerusform>left out: %n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s) of words as 0 and 1</source>
        <translation>
            <numerusform>%n column of words as 0 and 1</numerusform>
            <numerusform>%n columns of words as 0 and 1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::BudgetDialog</name>
    <message numerus="yes">
        <source> Of %n run(s) only a few points are certified, by draws, which is looser.</source>
        <translation>
            <numerusform> Of %n run only a few points are certified, by draws, which is looser.</numerusform>
            <numerusform> Of %n runs only a few points are certified, by draws, which is looser.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::ExportPlotsDialog</name>
    <message numerus="yes">
        <source>Wrote %n file(s) to %1</source>
        <translation>
            <numerusform>Wrote %n file to %1</numerusform>
            <numerusform>Wrote %n files to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1.csv, %n row(s)</source>
        <translation>
            <numerusform>%1.csv, %n row</numerusform>
            <numerusform>%1.csv, %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::ExportReportDialog</name>
    <message numerus="yes">
        <source>Table of pinned designs (%n)</source>
        <translation>
            <numerusform>Table of pinned designs (%n)</numerusform>
            <numerusform>Table of pinned designs (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::MainWindow</name>
    <message numerus="yes">
        <source>%1 About %n minutes.</source>
        <translation>
            <numerusform>%1 About %n minute.</numerusform>
            <numerusform>%1 About %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::ParetoTrials</name>
    <message numerus="yes">
        <source>%1, %n buffer(s)</source>
        <translation>
            <numerusform>%1, %n buffer</numerusform>
            <numerusform>%1, %n buffers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::RiskPage</name>
    <message numerus="yes">
        <source>Bounds, from %n certified point(s) of the profile: never below the truth.</source>
        <translation>
            <numerusform>Bounds, from %n certified point of the profile: never below the truth.</numerusform>
            <numerusform>Bounds, from %n certified points of the profile: never below the truth.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::RmsePanel</name>
    <message numerus="yes">
        <source>Click to choose a mechanism; %n cannot run here, the table says why</source>
        <translation>
            <numerusform>Click to choose a mechanism; %n cannot run here, the table says why</numerusform>
            <numerusform>Click to choose a mechanism; %n cannot run here, the table says why</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Click to choose a batching; %n cannot run here, the table says why</source>
        <translation>
            <numerusform>Click to choose a batching; %n cannot run here, the table says why</numerusform>
            <numerusform>Click to choose a batching; %n cannot run here, the table says why</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::StartPage</name>
    <message numerus="yes">
        <source>Learn in %n minutes</source>
        <translation>
            <numerusform>Learn in %n minute</numerusform>
            <numerusform>Learn in %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::TrainingPanel</name>
    <message numerus="yes">
        <source>%n direction(s) in all, in proportion to the scenario’s weights, rounded</source>
        <translation>
            <numerusform>%n direction in all, in proportion to the scenario’s weights, rounded</numerusform>
            <numerusform>%n directions in all, in proportion to the scenario’s weights, rounded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No case found, %n scenario(s) trained: use the scenario of the example</source>
        <translation>
            <numerusform>No case found, %n scenario trained: use the scenario of the example</numerusform>
            <numerusform>No case found, %n scenarios trained: use the scenario of the example</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::WhatIfStrip</name>
    <message numerus="yes">
        <source>%n were not compared, as their accounting takes long here.</source>
        <translation>
            <numerusform>%n was not compared, as its accounting takes long here.</numerusform>
            <numerusform>%n were not compared, as their accounting takes long here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>noiseloom::Workspace</name>
    <message numerus="yes">
        <source>%n other file(s) were not opened: a window has one.</source>
        <translation>
            <numerusform>%n other file was not opened: a window has one.</numerusform>
            <numerusform>%n other files were not opened: a window has one.</numerusform>
        </translation>
    </message>
</context>
</TS>
