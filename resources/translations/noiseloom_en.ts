<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
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
</TS>
