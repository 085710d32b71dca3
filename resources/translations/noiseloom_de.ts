<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>ChartLegend</name>
    <message>
        <source>+%1 more</source>
        <translation>+%1 weitere</translation>
    </message>
    <message>
        <source>Click a name to hide or show its series.</source>
        <translation>Klicken Sie auf einen Namen, um seine Reihe auszublenden oder zu zeigen.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>%1; NOT CLAIMED for batches of this job (%2)</source>
        <translation>%1; NICHT ZUGESAGT für die Batches dieses Jobs (%2)</translation>
    </message>
    <message>
        <source>NOT CLAIMED for the training job as described. %1</source>
        <translation>NICHT ZUGESAGT für den Trainingsjob, wie er beschrieben ist. %1</translation>
    </message>
    <message>
        <source>%1 The job: %2; %3.</source>
        <translation>%1 Der Job: %2; %3.</translation>
    </message>
    <message>
        <source>DP-SGD</source>
        <translation>DP-SGD</translation>
    </message>
    <message>
        <source>Binary tree</source>
        <translation>Binärer Baum</translation>
    </message>
    <message>
        <source>Square root</source>
        <translation>Quadratwurzel</translation>
    </message>
    <message>
        <source>Banded square root</source>
        <translation>Quadratwurzel mit Bändern</translation>
    </message>
    <message>
        <source>Banded inverse square root</source>
        <translation>Inverse Quadratwurzel mit Bändern</translation>
    </message>
    <message>
        <source>Banded inverse</source>
        <translation>Inverse mit Bändern</translation>
    </message>
    <message>
        <source>Reciprocal Toeplitz</source>
        <translation>Reziprok-Toeplitz</translation>
    </message>
    <message>
        <source>Banded Toeplitz</source>
        <translation>Toeplitz mit Bändern</translation>
    </message>
    <message>
        <source>Banded</source>
        <translation>Bandmatrix</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>Dicht besetzt</translation>
    </message>
    <message>
        <source>Stamped</source>
        <translation>Gestempelt</translation>
    </message>
    <message>
        <source>Buffered linear Toeplitz</source>
        <translation>Toeplitz mit Puffern</translation>
    </message>
    <message>
        <source>Best mechanism</source>
        <translation>Bester Mechanismus</translation>
    </message>
    <message>
        <source>cyclic Poisson</source>
        <translation>zyklisches Poisson</translation>
    </message>
    <message>
        <source>balls-in-bins</source>
        <translation>Balls-in-Bins</translation>
    </message>
    <message>
        <source>fixed epoch order</source>
        <translation>feste Epochenfolge</translation>
    </message>
    <message>
        <source>min-separation</source>
        <translation>Mindestabstand</translation>
    </message>
    <message>
        <source>single participation</source>
        <translation>einmalige Teilnahme</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>as accounted</source>
        <translation>wie angesetzt</translation>
    </message>
    <message>
        <source>Poisson sampling</source>
        <translation>Poisson-Stichproben</translation>
    </message>
    <message>
        <source>cyclic Poisson sampling</source>
        <translation>zyklische Poisson-Stichproben</translation>
    </message>
    <message>
        <source>fixed order</source>
        <translation>feste Reihenfolge</translation>
    </message>
    <message>
        <source>shuffled once</source>
        <translation>einmal gemischt</translation>
    </message>
    <message>
        <source>shuffled every epoch</source>
        <translation>jede Epoche gemischt</translation>
    </message>
    <message>
        <source>samples of a fixed size</source>
        <translation>Stichproben fester Größe</translation>
    </message>
    <message>
        <source>truncated Poisson sampling</source>
        <translation>gekürzte Poisson-Stichproben</translation>
    </message>
    <message>
        <source>example</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>user</source>
        <translation>Nutzer</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>zero-out</source>
        <translation>Nullsetzen</translation>
    </message>
    <message>
        <source>replace-one</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>add/remove</source>
        <translation>Hinzufügen/Entfernen</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>upper-bound</source>
        <translation>obere Schranke</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>one</source>
        <translation>eine</translation>
    </message>
    <message>
        <source>%1 buffers</source>
        <translation>%1 Puffer</translation>
    </message>
    <message>
        <source>1 buffer</source>
        <translation>1 Puffer</translation>
    </message>
    <message>
        <source>%1 bands</source>
        <translation>%1 Bänder</translation>
    </message>
    <message>
        <source>1 band</source>
        <translation>1 Band</translation>
    </message>
    <message>
        <source>%1 bands of the inverse</source>
        <translation>%1 Bänder der Inversen</translation>
    </message>
    <message>
        <source>1 band of the inverse</source>
        <translation>1 Band der Inversen</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 Blöcke</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>1 Block</translation>
    </message>
    <message>
        <source>online decoder</source>
        <translation>Online-Decoder</translation>
    </message>
    <message>
        <source>full decoder</source>
        <translation>voller Decoder</translation>
    </message>
    <message>
        <source>%1: (%2, %3)-DP for one example (%4), %5, %6</source>
        <translation>%1: (%2, %3)-DP für ein Beispiel (%4), %5, %6</translation>
    </message>
    <message>
        <source>%1: (%2, %3)-DP for one user (%4), %5, %6</source>
        <translation>%1: (%2, %3)-DP für einen Nutzer (%4), %5, %6</translation>
    </message>
    <message>
        <source>%1: (%2, %3)-DP for one device (%4), %5, %6</source>
        <translation>%1: (%2, %3)-DP für ein Gerät (%4), %5, %6</translation>
    </message>
    <message>
        <source>PLD</source>
        <translation>PLD</translation>
    </message>
    <message>
        <source>analytic Gaussian</source>
        <translation>analytischer Gauß</translation>
    </message>
    <message>
        <source>Monte Carlo certificate</source>
        <translation>Monte-Carlo-Zertifikat</translation>
    </message>
    <message>
        <source>central model: a trusted curator holds the data and adds the noise</source>
        <translation>zentrales Modell: Eine vertrauenswürdige Stelle hält die Daten und fügt das Rauschen hinzu</translation>
    </message>
    <message>
        <source>the sums of clipped gradients of the %1 training steps</source>
        <translation>die Summen geclippter Gradienten der %1 Trainingsschritte</translation>
    </message>
    <message>
        <source>tuning of hyperparameters, evaluation, statistics taken from the data by other means</source>
        <translation>Abstimmung von Hyperparametern, Auswertung und Statistiken, die den Daten auf anderem Weg entnommen werden</translation>
    </message>
    <message>
        <source>all noisy gradient sums, hence every intermediate and final model computed from them</source>
        <translation>alle verrauschten Gradientensummen, also auch jedes daraus berechnete Zwischen- und Endmodell</translation>
    </message>
    <message>
        <source>one example</source>
        <translation>ein Beispiel</translation>
    </message>
    <message>
        <source>one user with all of their examples</source>
        <translation>ein Nutzer mit allen seinen Beispielen</translation>
    </message>
    <message>
        <source>one device with all of its examples</source>
        <translation>ein Gerät mit allen seinen Beispielen</translation>
    </message>
    <message>
        <source>add/remove: one data set holds one example more</source>
        <translation>Hinzufügen/Entfernen: Ein Datensatz enthält ein Beispiel mehr</translation>
    </message>
    <message>
        <source>add/remove: one data set holds one user more</source>
        <translation>Hinzufügen/Entfernen: Ein Datensatz enthält einen Nutzer mehr</translation>
    </message>
    <message>
        <source>add/remove: one data set holds one device more</source>
        <translation>Hinzufügen/Entfernen: Ein Datensatz enthält ein Gerät mehr</translation>
    </message>
    <message>
        <source>zero-out: one example&apos;s gradients are replaced by zero</source>
        <translation>Nullsetzen: Die Gradienten eines Beispiels werden durch null ersetzt</translation>
    </message>
    <message>
        <source>zero-out: one user&apos;s gradients are replaced by zero</source>
        <translation>Nullsetzen: Die Gradienten eines Nutzers werden durch null ersetzt</translation>
    </message>
    <message>
        <source>zero-out: one device&apos;s gradients are replaced by zero</source>
        <translation>Nullsetzen: Die Gradienten eines Geräts werden durch null ersetzt</translation>
    </message>
    <message>
        <source>replace-one: one example is replaced by another</source>
        <translation>Ersetzen: Ein Beispiel wird durch ein anderes ersetzt</translation>
    </message>
    <message>
        <source>replace-one: one user is replaced by another</source>
        <translation>Ersetzen: Ein Nutzer wird durch einen anderen ersetzt</translation>
    </message>
    <message>
        <source>replace-one: one device is replaced by another</source>
        <translation>Ersetzen: Ein Gerät wird durch ein anderes ersetzt</translation>
    </message>
    <message>
        <source>privacy loss distribution of the Poisson-subsampled Gaussian mechanism, sampling probability %1, %2 compositions, the worse of both directions, pessimistic: sigma is too large by about %3 relative</source>
        <translation>Verteilung des Privatheitsverlusts (PLD) des Gauß-Mechanismus mit Poisson-Stichproben, Stichprobenwahrscheinlichkeit %1, %2 Kompositionen, die schlechtere beider Richtungen, pessimistisch: Sigma ist relativ um etwa %3 zu groß</translation>
    </message>
    <message>
        <source>privacy loss distribution of the Poisson-subsampled Gaussian mechanism whose contributions change sign, sampling probability %1, %2 compositions, the worse of both directions, pessimistic: sigma is too large by about %3 relative</source>
        <translation>Verteilung des Privatheitsverlusts (PLD) des Gauß-Mechanismus mit Poisson-Stichproben, dessen Beiträge das Vorzeichen wechseln, Stichprobenwahrscheinlichkeit %1, %2 Kompositionen, die schlechtere beider Richtungen, pessimistisch: Sigma ist relativ um etwa %3 zu groß</translation>
    </message>
    <message>
        <source>importance sampling of the privacy loss of the balls-in-bins mixture, %1 bins, %2 samples, the worse of both directions: an upper confidence bound that fails with probability at most %3 over the draw of the samples (and so does each other figure of the profile); the samples are those of a fixed public stream, so that anyone gets the same figure</source>
        <translation>Importance Sampling des Privatheitsverlusts der Balls-in-Bins-Mischung, %1 Bins, %2 Stichproben, die schlechtere beider Richtungen: eine obere Konfidenzschranke, die mit einer Wahrscheinlichkeit von höchstens %3 über die Ziehung der Stichproben versagt (wie auch jede andere Zahl des Profils); die Stichproben kommen aus einem festen öffentlichen Strom, sodass alle dieselbe Zahl erhalten</translation>
    </message>
    <message>
        <source>privacy loss distribution of independent noise under balls-in-bins, %1 bins, the worse of both directions, pessimistic, nothing sampled</source>
        <translation>Verteilung des Privatheitsverlusts (PLD) unabhängigen Rauschens bei Balls-in-Bins, %1 Bins, die schlechtere beider Richtungen, pessimistisch, nichts gezogen</translation>
    </message>
    <message>
        <source>analytic Gaussian mechanism at L2 sensitivity %1 (%2)</source>
        <translation>analytischer Gauß-Mechanismus bei L2-Sensitivität %1 (%2)</translation>
    </message>
    <message>
        <source>analytic Gaussian mechanism at L2 sensitivity %1 (%2) per contribution; a replacement changes it by up to twice that, which the noise multiplier covers</source>
        <translation>analytischer Gauß-Mechanismus bei L2-Sensitivität %1 (%2) je Beitrag; ein Ersetzen ändert ihn um bis zum Doppelten, was der Rauschmultiplikator abdeckt</translation>
    </message>
    <message>
        <source>noiseloom-cli verify FILE recomputes sensitivity, sigma, errors, hashes and this claim</source>
        <translation>noiseloom-cli verify DATEI berechnet Sensitivität, Sigma, Fehler, Prüfsummen und diese Zusage neu</translation>
    </message>
    <message>
        <source>noiseloom-cli claim FILE with the same separation and participations computes it again</source>
        <translation>noiseloom-cli claim DATEI mit demselben Abstand und denselben Teilnahmen berechnet sie noch einmal</translation>
    </message>
    <message>
        <source>Under the assumptions, for any two data sets that are adjacent (%1, unit: %2) and any set S of outputs, P[M(D) in S] &lt;= exp(%3) P[M(D&apos;) in S] + %4.</source>
        <translation>Unter den Annahmen gilt für je zwei benachbarte Datensätze (%1, Einheit: %2) und jede Menge S von Ausgaben: P[M(D) in S] &lt;= exp(%3) P[M(D&apos;) in S] + %4.</translation>
    </message>
    <message>
        <source>Under the assumptions, for any two data sets that are adjacent (%1, unit: %2) and any set S of outputs, P[M(D) in S] &lt;= exp(%3) P[M(D&apos;) in S] + %4. The noise was certified by random samples, which let too little noise pass with a probability of at most %5.</source>
        <translation>Unter den Annahmen gilt für je zwei benachbarte Datensätze (%1, Einheit: %2) und jede Menge S von Ausgaben: P[M(D) in S] &lt;= exp(%3) P[M(D&apos;) in S] + %4. Das Rauschen wurde mit Zufallsstichproben zertifiziert, die mit einer Wahrscheinlichkeit von höchstens %5 zu wenig Rauschen durchgehen lassen.</translation>
    </message>
    <message>
        <source>Every per-example gradient is clipped to L2 norm %1 and the clipped gradients of a step are summed.</source>
        <translation>Der Gradient jedes Beispiels wird auf die L2-Norm %1 geclippt, und die geclippten Gradienten eines Schritts werden summiert.</translation>
    </message>
    <message>
        <source>All that one user contributes to a step is added up, clipped to L2 norm %1 as a whole, and the clipped contributions of a step are summed.</source>
        <translation>Alles, was ein Nutzer zu einem Schritt beiträgt, wird addiert und als Ganzes auf die L2-Norm %1 geclippt, und die geclippten Beiträge eines Schritts werden summiert.</translation>
    </message>
    <message>
        <source>All that one device contributes to a step is added up, clipped to L2 norm %1 as a whole, and the clipped contributions of a step are summed.</source>
        <translation>Alles, was ein Gerät zu einem Schritt beiträgt, wird addiert und als Ganzes auf die L2-Norm %1 geclippt, und die geclippten Beiträge eines Schritts werden summiert.</translation>
    </message>
    <message>
        <source>Every example</source>
        <translation>Jedes Beispiel</translation>
    </message>
    <message>
        <source>Every user</source>
        <translation>Jeder Nutzer</translation>
    </message>
    <message>
        <source>Every device</source>
        <translation>Jedes Gerät</translation>
    </message>
    <message>
        <source>%1 belongs to one of %2 parts of about equal size, chosen once and independently of all others; step i samples from part i mod %3, each member independently with probability %4. Shuffled batches do not satisfy this.</source>
        <translation>%1 gehört zu einem von %2 etwa gleich großen Teilen, einmal und unabhängig von allen anderen gewählt; Schritt i zieht aus Teil i mod %3, jedes Mitglied unabhängig mit Wahrscheinlichkeit %4. Gemischte Batches erfüllen das nicht.</translation>
    </message>
    <message>
        <source>%1 is assigned to one of %2 bins uniformly at random, once, independently of all others and in secret; step i uses bin i mod %3, whatever its size. Shuffled batches of a fixed size do not satisfy this.</source>
        <translation>%1 kommt gleichverteilt zufällig in einen von %2 Bins, einmal, unabhängig von allen anderen und geheim; Schritt i verwendet Bin i mod %3, wie groß er auch ist. Gemischte Batches fester Größe erfüllen das nicht.</translation>
    </message>
    <message>
        <source>%1 takes part %2, exactly every %3 steps.</source>
        <translation>%1 nimmt %2 teil, genau alle %3 Schritte.</translation>
    </message>
    <message>
        <source>%1 takes part %2, at least %3 steps apart.</source>
        <translation>%1 nimmt %2 teil, im Abstand von mindestens %3 Schritten.</translation>
    </message>
    <message>
        <source>%1 takes part at most once.</source>
        <translation>%1 nimmt höchstens einmal teil.</translation>
    </message>
    <message>
        <source>%1 took part %2.</source>
        <translation>%1 hat %2 teilgenommen.</translation>
    </message>
    <message>
        <source>at most once</source>
        <translation>höchstens einmal</translation>
    </message>
    <message>
        <source>at most 1 time</source>
        <translation>höchstens einmal</translation>
    </message>
    <message>
        <source>at most %1 times</source>
        <translation>höchstens %1-mal</translation>
    </message>
    <message>
        <source>at most 1 time, exactly every %1 steps</source>
        <translation>höchstens einmal, genau alle %1 Schritte</translation>
    </message>
    <message>
        <source>at most 1 time, at least %1 steps apart</source>
        <translation>höchstens einmal, im Abstand von mindestens %1 Schritten</translation>
    </message>
    <message>
        <source>at most %1 times, exactly every %2 steps</source>
        <translation>höchstens %1-mal, genau alle %2 Schritte</translation>
    </message>
    <message>
        <source>at most %1 times, at least %2 steps apart</source>
        <translation>höchstens %1-mal, im Abstand von mindestens %2 Schritten</translation>
    </message>
    <message>
        <source>clip before summing</source>
        <translation>vor dem Summieren clippen</translation>
    </message>
    <message>
        <source>Step i adds row i of C^-1 Z to that sum, where Z has independent Gaussian entries of standard deviation %1 from a cryptographically secure generator, drawn once and never revealed.</source>
        <translation>Schritt i addiert Zeile i von C^-1 Z zu dieser Summe, wobei Z unabhängige Gauß-verteilte Einträge mit Standardabweichung %1 aus einem kryptographisch sicheren Generator hat, einmal gezogen und nie offengelegt.</translation>
    </message>
    <message>
        <source>make the noise from the strategy file, with one secret key for this run alone</source>
        <translation>das Rauschen aus der Strategiedatei erzeugen, mit einem geheimen Schlüssel nur für diesen Lauf</translation>
    </message>
    <message>
        <source>Training stops after at most %1 steps.</source>
        <translation>Das Training endet nach höchstens %1 Schritten.</translation>
    </message>
    <message>
        <source>design anew for longer training</source>
        <translation>für längeres Training neu entwerfen</translation>
    </message>
    <message>
        <source>The sampling probability, the strategy and the other settings do not depend on the data, the exact number of %1s included.</source>
        <translation>Die Stichprobenwahrscheinlichkeit, die Strategie und die anderen Einstellungen hängen nicht von den Daten ab, auch nicht von der genauen Anzahl (je %1).</translation>
    </message>
    <message>
        <source>The bins, the strategy and the other settings do not depend on the data, the exact number of %1s included.</source>
        <translation>Die Bins, die Strategie und die anderen Einstellungen hängen nicht von den Daten ab, auch nicht von der genauen Anzahl (je %1).</translation>
    </message>
    <message>
        <source>fix them from public knowledge, such as a rounded size of the data set</source>
        <translation>sie nach öffentlichem Wissen festlegen, etwa einer gerundeten Größe des Datensatzes</translation>
    </message>
    <message>
        <source>Whether one example is there moves no other to another step, and the settings do not depend on the data.</source>
        <translation>Ob ein Beispiel da ist, verschiebt kein anderes in einen anderen Schritt, und die Einstellungen hängen nicht von den Daten ab.</translation>
    </message>
    <message>
        <source>Whether one user is there moves no other to another step, and the settings do not depend on the data.</source>
        <translation>Ob ein Nutzer da ist, verschiebt keinen anderen in einen anderen Schritt, und die Einstellungen hängen nicht von den Daten ab.</translation>
    </message>
    <message>
        <source>Whether one device is there moves no other to another step, and the settings do not depend on the data.</source>
        <translation>Ob ein Gerät da ist, verschiebt kein anderes in einen anderen Schritt, und die Einstellungen hängen nicht von den Daten ab.</translation>
    </message>
    <message>
        <source>leave a gap where one is missing instead of filling the batch with the next</source>
        <translation>eine Lücke lassen, wo eines fehlt, statt den Batch mit dem nächsten aufzufüllen</translation>
    </message>
    <message>
        <source>The strategy has %1, at most n/k = %2.</source>
        <translation>Die Strategie hat %1, höchstens n/k = %2.</translation>
    </message>
    <message>
        <source>No entry of the strategy matrix is negative.</source>
        <translation>Kein Eintrag der Strategiematrix ist negativ.</translation>
    </message>
    <message>
        <source>The noise is that of real numbers: the finite precision of %1 arithmetic is not part of the claim.</source>
        <translation>Das Rauschen ist das reeller Zahlen: Die endliche Genauigkeit der %1-Arithmetik ist nicht Teil der Zusage.</translation>
    </message>
    <message>
        <source>judge the precision of the job&apos;s arithmetic on its own</source>
        <translation>die Genauigkeit der Arithmetik des Jobs für sich beurteilen</translation>
    </message>
    <message>
        <source>an example that is sampled may take part any number of times, at any distance: the participations that the accounting counts are no limit</source>
        <translation>ein gezogenes Beispiel kann beliebig oft und in beliebigem Abstand teilnehmen: Die Teilnahmen, die die Abrechnung zählt, sind keine Grenze</translation>
    </message>
    <message>
        <source>account for it as cyclic-poisson and sample like that, or use a fixed order</source>
        <translation>als cyclic-poisson abrechnen und so ziehen, oder eine feste Reihenfolge verwenden</translation>
    </message>
    <message>
        <source>form batches by cyclic Poisson sampling, or account without amplification (fixed-epoch or min-sep batching)</source>
        <translation>Batches durch zyklische Poisson-Stichproben bilden, oder ohne Verstärkung abrechnen (Batchbildung fixed-epoch oder min-sep)</translation>
    </message>
    <message>
        <source>the job samples as accounted</source>
        <translation>der Job zieht wie angesetzt</translation>
    </message>
    <message>
        <source>an example may be sampled in neighbouring steps, whose noise the bands correlate</source>
        <translation>ein Beispiel kann in benachbarten Schritten gezogen werden, deren Rauschen die Bänder korrelieren</translation>
    </message>
    <message>
        <source>sample from part i mod b of the data at step i, or use one band</source>
        <translation>in Schritt i aus Teil i mod b der Daten ziehen, oder ein Band verwenden</translation>
    </message>
    <message>
        <source>where a batch is cut, whether an example takes part depends on the others, which the accountant does not model</source>
        <translation>wo ein Batch gekürzt wird, hängt die Teilnahme eines Beispiels von den anderen ab, was die Abrechnung nicht abbildet</translation>
    </message>
    <message>
        <source>samples of a fixed size are another mechanism: examples are not sampled independently</source>
        <translation>Stichproben fester Größe sind ein anderer Mechanismus: Beispiele werden nicht unabhängig gezogen</translation>
    </message>
    <message>
        <source>balls-in-bins fixes the number of participations: neither bounds the other</source>
        <translation>Balls-in-Bins legt die Zahl der Teilnahmen fest: Keines von beiden beschränkt das andere</translation>
    </message>
    <message>
        <source>account for it with balls-in-bins batching</source>
        <translation>mit der Batchbildung balls-in-bins abrechnen</translation>
    </message>
    <message>
        <source>the job samples nothing, so nothing is amplified: epsilon may be much larger</source>
        <translation>der Job zieht keine Stichproben, also wird nichts verstärkt: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>shuffling is not Poisson sampling: epsilon may be much larger</source>
        <translation>Mischen ist nicht dasselbe wie Poisson-Stichproben: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>the job forms its batches as accounted</source>
        <translation>der Job bildet seine Batches wie angesetzt</translation>
    </message>
    <message>
        <source>shuffling deals batches of a fixed size, so that examples do not land independently: epsilon may be larger</source>
        <translation>Mischen teilt Batches fester Größe aus, sodass Beispiele nicht unabhängig landen: Epsilon kann größer sein</translation>
    </message>
    <message>
        <source>the job&apos;s order is not random, so nothing is amplified: epsilon may be much larger</source>
        <translation>die Reihenfolge des Jobs ist nicht zufällig, also wird nichts verstärkt: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>shuffled anew, an example changes its batch: participations may be one step apart at the end of an epoch</source>
        <translation>neu gemischt, wechselt ein Beispiel seinen Batch: Am Ende einer Epoche können Teilnahmen einen Schritt auseinanderliegen</translation>
    </message>
    <message>
        <source>repeat the same bins in every epoch; or account for it with min-sep batching of separation 1</source>
        <translation>in jeder Epoche dieselben Bins wiederholen; oder mit der Batchbildung min-sep und Abstand 1 abrechnen</translation>
    </message>
    <message>
        <source>the job assigns no random bins, so nothing is amplified: epsilon may be much larger</source>
        <translation>der Job verteilt nicht zufällig auf Bins, also wird nichts verstärkt: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>account for it with min-sep batching</source>
        <translation>mit der Batchbildung min-sep abrechnen</translation>
    </message>
    <message>
        <source>account for it as cyclic-poisson and sample like that, or use bins</source>
        <translation>als cyclic-poisson abrechnen und so ziehen, oder Bins verwenden</translation>
    </message>
    <message>
        <source>one order, kept in every epoch, brings an example back every %1 steps</source>
        <translation>eine Reihenfolge, in jeder Epoche beibehalten, bringt ein Beispiel alle %1 Schritte zurück</translation>
    </message>
    <message>
        <source>shuffled anew for every epoch, an example may return after one step instead of %1 steps</source>
        <translation>für jede Epoche neu gemischt, kann ein Beispiel nach einem Schritt statt nach %1 Schritten zurückkehren</translation>
    </message>
    <message>
        <source>at least that far apart is not exactly every %1 steps</source>
        <translation>mindestens so weit auseinander ist nicht genau alle %1 Schritte</translation>
    </message>
    <message>
        <source>the job keeps participations %1 steps apart</source>
        <translation>der Job hält Teilnahmen %1 Schritte auseinander</translation>
    </message>
    <message>
        <source>enforce the waiting time and the number of participations where they are recorded</source>
        <translation>die Wartezeit und die Zahl der Teilnahmen dort durchsetzen, wo sie erfasst werden</translation>
    </message>
    <message>
        <source>the job keeps participations at least %1 step apart</source>
        <translation>der Job hält Teilnahmen mindestens %1 Schritt auseinander</translation>
    </message>
    <message>
        <source>the job keeps participations at least %1 steps apart</source>
        <translation>der Job hält Teilnahmen mindestens %1 Schritte auseinander</translation>
    </message>
    <message>
        <source>an example may return after %1 step instead of %2</source>
        <translation>ein Beispiel kann nach %1 Schritt statt nach %2 zurückkehren</translation>
    </message>
    <message>
        <source>an example may return after %1 steps instead of %2</source>
        <translation>ein Beispiel kann nach %1 Schritten statt nach %2 zurückkehren</translation>
    </message>
    <message>
        <source>keep one order for all epochs, or a smaller min-separation (at most %1)</source>
        <translation>eine Reihenfolge für alle Epochen beibehalten, oder einen kleineren Mindestabstand verwenden (höchstens %1)</translation>
    </message>
    <message>
        <source>one pass over the data uses every example once</source>
        <translation>ein Durchgang durch die Daten verwendet jedes Beispiel einmal</translation>
    </message>
    <message>
        <source>stop after one pass over the data</source>
        <translation>nach einem Durchgang durch die Daten aufhören</translation>
    </message>
    <message>
        <source>%1 = %2 is not allowed: use %3</source>
        <translation>%1 = %2 ist nicht erlaubt: Verwenden Sie %3</translation>
    </message>
    <message>
        <source>an integer of at least %1</source>
        <translation>eine ganze Zahl ab %1</translation>
    </message>
    <message>
        <source>an integer from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a finite number</source>
        <translation>eine endliche Zahl</translation>
    </message>
    <message>
        <source>a finite number above 0</source>
        <translation>eine endliche Zahl über 0</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>eine Zahl über 0</translation>
    </message>
    <message>
        <source>a number of at least 0</source>
        <translation>eine Zahl ab 0</translation>
    </message>
    <message>
        <source>a number above %1 and below %2</source>
        <translation>eine Zahl über %1 und unter %2</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a number above 0 and at most 1</source>
        <translation>eine Zahl über 0 und höchstens 1</translation>
    </message>
    <message>
        <source>a number above 0 and at most %1 (the data set size)</source>
        <translation>eine Zahl über 0 und höchstens %1 (die Datensatzgröße)</translation>
    </message>
    <message>
        <source>a batch size only after a data set size is given</source>
        <translation>eine Batchgröße erst, wenn eine Datensatzgröße angegeben ist</translation>
    </message>
    <message>
        <source>a number from 0 to below the weight decay factor %1</source>
        <translation>eine Zahl von 0 bis unter den Weight-Decay-Faktor %1</translation>
    </message>
    <message>
        <source>a number below 1, such as 0.2 for 20 % better</source>
        <translation>eine Zahl unter 1, etwa 0.2 für 20 % besser</translation>
    </message>
    <message>
        <source>a number below %1, the probability of being sampled at all (at or above it no noise is needed)</source>
        <translation>eine Zahl unter %1, der Wahrscheinlichkeit, überhaupt gezogen zu werden (ab dort ist kein Rauschen nötig)</translation>
    </message>
    <message>
        <source>at most %1 beside that warm-up</source>
        <translation>höchstens %1 neben diesem Warm-up</translation>
    </message>
    <message>
        <source>at least %1 for %2</source>
        <translation>mindestens %1 für %2</translation>
    </message>
    <message>
        <source>%1 to %2 (size of a block)</source>
        <translation>%1 bis %2 (Größe eines Blocks)</translation>
    </message>
    <message>
        <source>the iterations</source>
        <translation>die Iterationen</translation>
    </message>
    <message>
        <source>the min-separation</source>
        <translation>der Mindestabstand</translation>
    </message>
    <message>
        <source>the noise rows</source>
        <translation>die Rauschzeilen</translation>
    </message>
    <message>
        <source>the most bands</source>
        <translation>die meisten Bänder</translation>
    </message>
    <message>
        <source>memory of the optimiser</source>
        <translation>Speicher des Optimierers</translation>
    </message>
    <message>
        <source>memory of a general banded strategy; banded-toeplitz has no such limit</source>
        <translation>Speicher einer allgemeinen Bandstrategie; banded-toeplitz hat keine solche Grenze</translation>
    </message>
    <message>
        <source>memory of the full decoder</source>
        <translation>Speicher des vollen Decoders</translation>
    </message>
    <message>
        <source>n coefficients are kept</source>
        <translation>n Koeffizienten werden aufbewahrt</translation>
    </message>
    <message>
        <source>time and memory of a dense strategy</source>
        <translation>Zeit und Speicher einer dicht besetzten Strategie</translation>
    </message>
    <message>
        <source>memory and time of a dense strategy</source>
        <translation>Speicher und Zeit einer dicht besetzten Strategie</translation>
    </message>
    <message>
        <source>memory and time of a dense block</source>
        <translation>Speicher und Zeit eines dicht besetzten Blocks</translation>
    </message>
    <message>
        <source>at most one a parameter</source>
        <translation>höchstens einer je Parameter</translation>
    </message>
    <message>
        <source>2^53 bytes</source>
        <translation>2^53 Byte</translation>
    </message>
    <message>
        <source>a learning rate for each of them is kept</source>
        <translation>für jede wird eine Lernrate aufbewahrt</translation>
    </message>
    <message>
        <source>it without amplification only: a taper is not optimised for balls-in-bins</source>
        <translation>es nur ohne Verstärkung: Für Balls-in-Bins wird keine Abschwächung optimiert</translation>
    </message>
    <message>
        <source>any other for a sketch</source>
        <translation>eine andere für eine Skizze</translation>
    </message>
    <message>
        <source>a certified one: an estimate may be too small</source>
        <translation>einen zertifizierten: Eine Schätzung kann zu klein sein</translation>
    </message>
    <message>
        <source>a quicker one for a curve: it would take about %1 s</source>
        <translation>eine schnellere für eine Kurve: Sie würde etwa %1 s brauchen</translation>
    </message>
    <message>
        <source>another unknown: an example takes part once under single batching</source>
        <translation>eine andere Unbekannte: Bei der Batchbildung single nimmt ein Beispiel einmal teil</translation>
    </message>
    <message>
        <source>another unknown: a file of learning rates fixes the iterations</source>
        <translation>eine andere Unbekannte: Eine Datei mit Lernraten legt die Iterationen fest</translation>
    </message>
    <message>
        <source>another unknown: the workload&apos;s learning rates or rows fix the iterations</source>
        <translation>eine andere Unbekannte: Lernraten oder Zeilen des Workloads legen die Iterationen fest</translation>
    </message>
    <message>
        <source>an error or an improvement: only bands are found by a limit</source>
        <translation>einen Fehler oder eine Verbesserung: Nur Bänder werden nach einer Grenze gefunden</translation>
    </message>
    <message>
        <source>a strategy whose A C^-1 stays bounded over the iterations</source>
        <translation>eine Strategie, deren A C^-1 über die Iterationen beschränkt bleibt</translation>
    </message>
    <message>
        <source>a strategy without negative entries (the privacy of balls-in-bins batching is known for these only)</source>
        <translation>eine Strategie ohne negative Einträge (nur für sie ist die Privatheit von Balls-in-Bins bekannt)</translation>
    </message>
    <message>
        <source>a strategy whose squared entries add up to a double</source>
        <translation>eine Strategie, deren quadrierte Einträge sich zu einem double summieren</translation>
    </message>
    <message>
        <source>a workload whose error is finite</source>
        <translation>einen Workload, dessen Fehler endlich ist</translation>
    </message>
    <message>
        <source>a Toeplitz workload here</source>
        <translation>hier einen Toeplitz-Workload</translation>
    </message>
    <message>
        <source>a learning-rate schedule</source>
        <translation>ein Lernratenplan</translation>
    </message>
    <message>
        <source>a point with a finite objective</source>
        <translation>einen Punkt mit endlicher Zielfunktion</translation>
    </message>
    <message>
        <source>entries whose squares a double can hold</source>
        <translation>Einträge, deren Quadrate ein double fassen kann</translation>
    </message>
    <message>
        <source>iterations / epochs under balls-in-bins</source>
        <translation>Iterationen / Epochen bei Balls-in-Bins</translation>
    </message>
    <message>
        <source>a BLT strategy under balls-in-bins</source>
        <translation>eine BLT-Strategie bei Balls-in-Bins</translation>
    </message>
    <message>
        <source>the path of a file to write</source>
        <translation>den Pfad einer Datei, die geschrieben werden soll</translation>
    </message>
    <message>
        <source>a solved design</source>
        <translation>einen gelösten Entwurf</translation>
    </message>
    <message>
        <source>fewer: %1 rows of them take %2 bytes, more memory than this machine has</source>
        <translation>weniger: %1 Zeilen davon brauchen %2 Byte, mehr Speicher, als dieser Rechner hat</translation>
    </message>
    <message>
        <source>the rates of the file: they follow from no formula</source>
        <translation>die Raten der Datei: Sie folgen aus keiner Formel</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>the expression ends too early</source>
        <translation>der Ausdruck endet zu früh</translation>
    </message>
    <message>
        <source>“%1” is not understood here</source>
        <translation>„%1“ ist hier nicht zu verstehen</translation>
    </message>
    <message>
        <source>the result is not a number</source>
        <translation>das Ergebnis ist keine Zahl</translation>
    </message>
    <message>
        <source>the number is too large</source>
        <translation>die Zahl ist zu groß</translation>
    </message>
    <message>
        <source>the number is too large or too small</source>
        <translation>die Zahl ist zu groß oder zu klein</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>Division durch null</translation>
    </message>
    <message>
        <source>too many nested brackets or signs</source>
        <translation>zu viele geschachtelte Klammern oder Vorzeichen</translation>
    </message>
    <message>
        <source>a bracket is not closed</source>
        <translation>eine Klammer ist nicht geschlossen</translation>
    </message>
    <message>
        <source>longer than 256 characters</source>
        <translation>länger als 256 Zeichen</translation>
    </message>
    <message>
        <source>nothing is entered</source>
        <translation>nichts ist eingegeben</translation>
    </message>
    <message>
        <source>calibrating the noise</source>
        <translation>das Rauschen wird kalibriert</translation>
    </message>
    <message>
        <source>evaluating the error</source>
        <translation>der Fehler wird ausgewertet</translation>
    </message>
    <message>
        <source>error of the strategy</source>
        <translation>Fehler der Strategie</translation>
    </message>
    <message>
        <source>error of the tree</source>
        <translation>Fehler des Baums</translation>
    </message>
    <message>
        <source>searching for the %1</source>
        <translation>gesucht: %1</translation>
    </message>
    <message>
        <source>certifying the design</source>
        <translation>der Entwurf wird zertifiziert</translation>
    </message>
    <message>
        <source>solving 1 band</source>
        <translation>1 Band wird gelöst</translation>
    </message>
    <message>
        <source>solving %1 bands</source>
        <translation>%1 Bänder werden gelöst</translation>
    </message>
    <message>
        <source>estimating</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>certifying</source>
        <translation>Zertifizierung</translation>
    </message>
    <message>
        <source>certifying the privacy accounting</source>
        <translation>die Abrechnung der Privatheit wird zertifiziert</translation>
    </message>
    <message>
        <source>means of the bins</source>
        <translation>Mittelwerte der Bins</translation>
    </message>
    <message>
        <source>making noise</source>
        <translation>Rauschen wird erzeugt</translation>
    </message>
    <message>
        <source>drawing noise</source>
        <translation>Rauschen wird gezogen</translation>
    </message>
    <message>
        <source>unamplified starts</source>
        <translation>unverstärkte Startpunkte</translation>
    </message>
    <message>
        <source>optimising</source>
        <translation>Optimierung</translation>
    </message>
    <message>
        <source>reading the strategy file</source>
        <translation>die Strategiedatei wird gelesen</translation>
    </message>
    <message>
        <source>finding the sensitivity</source>
        <translation>die Sensitivität wird bestimmt</translation>
    </message>
    <message>
        <source>a first estimate</source>
        <translation>eine erste Schätzung</translation>
    </message>
    <message>
        <source>a first estimate, not certified</source>
        <translation>eine erste Schätzung, nicht zertifiziert</translation>
    </message>
    <message>
        <source>the search for the best was cancelled</source>
        <translation>die Suche nach dem Besten wurde abgebrochen</translation>
    </message>
    <message>
        <source>the optimum without amplification stands in: its certified noise makes less error</source>
        <translation>das Optimum ohne Verstärkung tritt ein: sein zertifiziertes Rauschen macht weniger Fehler</translation>
    </message>
    <message>
        <source>coefficients of the square root stand in: their certified noise makes less error</source>
        <translation>Koeffizienten der Quadratwurzel treten ein: ihr zertifiziertes Rauschen macht weniger Fehler</translation>
    </message>
    <message>
        <source>sweeping over %1</source>
        <translation>Durchlauf über %1</translation>
    </message>
    <message>
        <source>bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>iterations</source>
        <translation>Iterationen</translation>
    </message>
    <message>
        <source>mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>relative gradient %1 reached the tolerance %2</source>
        <translation>der relative Gradient %1 hat die Toleranz %2 erreicht</translation>
    </message>
    <message>
        <source>relative Newton decrement %1 reached the tolerance %2</source>
        <translation>das relative Newton-Dekrement %1 hat die Toleranz %2 erreicht</translation>
    </message>
    <message>
        <source>the objective no longer decreases in double precision, at relative gradient %1</source>
        <translation>die Zielfunktion nimmt in doppelter Genauigkeit nicht mehr ab, bei relativem Gradienten %1</translation>
    </message>
    <message>
        <source>stopped at the limit of iterations or evaluations</source>
        <translation>an der Grenze der Iterationen oder Auswertungen beendet</translation>
    </message>
    <message>
        <source>stopped at the limit of iterations</source>
        <translation>an der Grenze der Iterationen beendet</translation>
    </message>
    <message>
        <source>stopped at the limit of evaluations</source>
        <translation>an der Grenze der Auswertungen beendet</translation>
    </message>
    <message>
        <source>stopped at the limit of rounds for the largest variance; the best point is kept</source>
        <translation>an der Grenze der Runden für die größte Varianz beendet; der beste Punkt bleibt</translation>
    </message>
    <message>
        <source>stopped on request; the best point so far is kept</source>
        <translation>auf Wunsch angehalten; der bisher beste Punkt bleibt</translation>
    </message>
    <message>
        <source>stopped before the first step; the start is kept</source>
        <translation>vor dem ersten Schritt angehalten; der Startpunkt bleibt</translation>
    </message>
    <message>
        <source>the line search found no lower point</source>
        <translation>die Liniensuche fand keinen tieferen Punkt</translation>
    </message>
    <message>
        <source>one band leaves nothing to choose</source>
        <translation>bei einem Band gibt es nichts zu wählen</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>kann nicht geschrieben werden: %1</translation>
    </message>
    <message>
        <source>cannot be written: it is a folder</source>
        <translation>kann nicht geschrieben werden: Es ist ein Ordner</translation>
    </message>
    <message>
        <source>cannot be written: it is not a regular file</source>
        <translation>kann nicht geschrieben werden: Es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>cannot be written: it names no file</source>
        <translation>kann nicht geschrieben werden: Es ist kein Dateiname</translation>
    </message>
    <message>
        <source>cannot be written: there is no folder %1</source>
        <translation>kann nicht geschrieben werden: Es gibt keinen Ordner %1</translation>
    </message>
    <message>
        <source>cannot be written: the file is already closed</source>
        <translation>kann nicht geschrieben werden: Die Datei ist schon geschlossen</translation>
    </message>
    <message>
        <source>another file than the strategy file</source>
        <translation>eine andere Datei als die Strategiedatei</translation>
    </message>
    <message>
        <source>the folder cannot be made: %1</source>
        <translation>der Ordner kann nicht angelegt werden: %1</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>cannot be read: it is a folder</source>
        <translation>kann nicht gelesen werden: Es ist ein Ordner</translation>
    </message>
    <message>
        <source>cannot be read: it is not a regular file</source>
        <translation>kann nicht gelesen werden: Es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>cannot be read: it ended at byte %1</source>
        <translation>kann nicht gelesen werden: Sie endete bei Byte %1</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Gerät</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>Datei zu groß</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>schreibgeschütztes Dateisystem</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>is longer than 1 MiB: not a file of learning rates</source>
        <translation>ist länger als 1 MiB: keine Datei mit Lernraten</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a learning rate: use finite numbers above 0</source>
        <translation>„%1“ ist keine Lernrate: Verwenden Sie endliche Zahlen über 0</translation>
    </message>
    <message>
        <source>more learning rates than the %1 iterations</source>
        <translation>mehr Lernraten als die %1 Iterationen</translation>
    </message>
    <message>
        <source>no learning rate stands in it</source>
        <translation>es steht keine Lernrate darin</translation>
    </message>
    <message>
        <source>%1 learning rates for %2 iterations</source>
        <translation>%1 Lernraten für %2 Iterationen</translation>
    </message>
    <message>
        <source>end of file</source>
        <translation>Ende der Datei</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>plan: %1</source>
        <translation>Plan: %1</translation>
    </message>
    <message>
        <source>has %1 bytes, more than the %2 that a file of this kind can have</source>
        <translation>hat %1 Byte, mehr als die %2, die eine Datei dieser Art haben kann</translation>
    </message>
    <message>
        <source>is nested deeper than any file of this kind</source>
        <translation>ist tiefer geschachtelt als jede Datei dieser Art</translation>
    </message>
    <message>
        <source>has an object of more than %1 fields</source>
        <translation>hat ein Objekt mit mehr als %1 Feldern</translation>
    </message>
    <message>
        <source>has more values than any file of this kind: they would take over %1 MiB of memory</source>
        <translation>hat mehr Werte als jede Datei dieser Art: sie bräuchten über %1 MiB Speicher</translation>
    </message>
    <message>
        <source>repeats the field %1</source>
        <translation>wiederholt das Feld %1</translation>
    </message>
    <message>
        <source>repeats the name %1</source>
        <translation>wiederholt den Namen %1</translation>
    </message>
    <message>
        <source>is not valid JSON at byte %1</source>
        <translation>ist bei Byte %1 kein gültiges JSON</translation>
    </message>
    <message>
        <source>has a number beyond the range of double precision</source>
        <translation>hat eine Zahl außerhalb des Bereichs doppelter Genauigkeit</translation>
    </message>
    <message>
        <source>must be an object</source>
        <translation>muss ein Objekt sein</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 fehlt</translation>
    </message>
    <message>
        <source>must be an integer</source>
        <translation>muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>must be a number</source>
        <translation>muss eine Zahl sein</translation>
    </message>
    <message>
        <source>must be a finite number</source>
        <translation>muss eine endliche Zahl sein</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>muss true oder false sein</translation>
    </message>
    <message>
        <source>must be a text</source>
        <translation>muss ein Text sein</translation>
    </message>
    <message>
        <source>must be a list</source>
        <translation>muss eine Liste sein</translation>
    </message>
    <message>
        <source>must be a list of texts</source>
        <translation>muss eine Liste von Texten sein</translation>
    </message>
    <message>
        <source>must be a list of numbers</source>
        <translation>muss eine Liste von Zahlen sein</translation>
    </message>
    <message>
        <source>must not be empty</source>
        <translation>darf nicht leer sein</translation>
    </message>
    <message>
        <source>must be a single text</source>
        <translation>muss ein einzelner Text sein</translation>
    </message>
    <message>
        <source>must be null: other batching</source>
        <translation>muss null sein: andere Batchbildung</translation>
    </message>
    <message>
        <source>must be null for this kind of strategy</source>
        <translation>muss bei dieser Art von Strategie null sein</translation>
    </message>
    <message>
        <source>must be null without learning rates</source>
        <translation>muss ohne Lernraten null sein</translation>
    </message>
    <message>
        <source>must be null or the name of that array</source>
        <translation>muss null oder der Name dieses Arrays sein</translation>
    </message>
    <message>
        <source>must be &apos;mean&apos; in version 1</source>
        <translation>muss in Version 1 &apos;mean&apos; sein</translation>
    </message>
    <message>
        <source>must be 64 lower-case hexadecimal digits</source>
        <translation>müssen 64 kleingeschriebene Hexadezimalziffern sein</translation>
    </message>
    <message>
        <source>must list one or two counts</source>
        <translation>muss eine oder zwei Anzahlen nennen</translation>
    </message>
    <message>
        <source>%1 is not allowed: must be from %2 to %3</source>
        <translation>%1 ist nicht erlaubt: muss von %2 bis %3 reichen</translation>
    </message>
    <message>
        <source>%1 is not allowed: must be above 0</source>
        <translation>%1 ist nicht erlaubt: muss über 0 sein</translation>
    </message>
    <message>
        <source>%1 is not allowed: must be at least 0</source>
        <translation>%1 ist nicht erlaubt: muss mindestens 0 sein</translation>
    </message>
    <message>
        <source>%1 is not allowed: must be at most 1</source>
        <translation>%1 ist nicht erlaubt: darf höchstens 1 sein</translation>
    </message>
    <message>
        <source>%1 is not allowed: must be %2</source>
        <translation>%1 ist nicht erlaubt: zulässig ist %2</translation>
    </message>
    <message>
        <source>%1 is not allowed: use %2</source>
        <translation>%1 ist nicht erlaubt: Verwenden Sie %2</translation>
    </message>
    <message>
        <source>%1 bytes are not allowed: must be from 1 to %2</source>
        <translation>%1 Byte sind nicht erlaubt: zulässig sind 1 bis %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known: must be &apos;%2&apos;</source>
        <translation>&apos;%1&apos; ist unbekannt: muss &apos;%2&apos; sein</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known</source>
        <translation>&apos;%1&apos; ist unbekannt</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a known name</source>
        <translation>&apos;%1&apos; ist kein bekannter Name</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a known workload</source>
        <translation>&apos;%1&apos; ist kein bekannter Workload</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a known kind of strategy</source>
        <translation>&apos;%1&apos; ist keine bekannte Art von Strategie</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is neither the mechanism nor best</source>
        <translation>&apos;%1&apos; ist weder der Mechanismus noch best</translation>
    </message>
    <message>
        <source>&apos;best&apos; is not the name of a mechanism</source>
        <translation>&apos;best&apos; ist nicht der Name eines Mechanismus</translation>
    </message>
    <message>
        <source>&apos;constant&apos; stands as null in place of a schedule</source>
        <translation>&apos;constant&apos; steht als null an der Stelle eines Lernratenplans</translation>
    </message>
    <message>
        <source>%1 is not known: this program reads versions %2 to %3</source>
        <translation>%1 ist unbekannt: Dieses Programm liest die Versionen %2 bis %3</translation>
    </message>
    <message>
        <source>is a field that this version does not know</source>
        <translation>ist ein Feld, das diese Version nicht kennt</translation>
    </message>
    <message>
        <source>is longer than any text of its kind</source>
        <translation>ist länger als jeder Text dieser Art</translation>
    </message>
    <message>
        <source>has more learning rates than any session</source>
        <translation>hat mehr Lernraten als jede Sitzung</translation>
    </message>
    <message>
        <source>is longer than any scenario</source>
        <translation>ist länger als jedes Szenario</translation>
    </message>
    <message>
        <source>is not base64</source>
        <translation>ist kein Base64</translation>
    </message>
    <message>
        <source>has more than %1 scenarios</source>
        <translation>hat mehr als %1 Szenarien</translation>
    </message>
    <message>
        <source>would have %1 bytes, more than the %2 of a session: pin fewer designs</source>
        <translation>hätte %1 Byte, mehr als die %2 einer Sitzung: Heften Sie weniger Entwürfe an</translation>
    </message>
    <message>
        <source>%1 stands there twice</source>
        <translation>%1 steht zweimal da</translation>
    </message>
    <message>
        <source>%1 is none of the designs</source>
        <translation>%1 ist keiner der Entwürfe</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has an entry already</source>
        <translation>&apos;%1&apos; hat schon einen Eintrag</translation>
    </message>
    <message>
        <source>%1: %2 is stated, %3 follows</source>
        <translation>%1: Angegeben ist %2, es folgt %3</translation>
    </message>
    <message>
        <source>%1 is stated, %2 follows</source>
        <translation>%1 ist angegeben, %2 folgt</translation>
    </message>
    <message>
        <source>belongs to another scenario than the design</source>
        <translation>gehört zu einem anderen Szenario als der Entwurf</translation>
    </message>
    <message>
        <source>strategy of design %1</source>
        <translation>Strategie von Entwurf %1</translation>
    </message>
    <message>
        <source>%1 contradicts the rest of the file, from which follows %2</source>
        <translation>%1 widerspricht dem Rest der Datei, aus dem %2 folgt</translation>
    </message>
    <message>
        <source>contradicts the rest of the file, from which follows %1</source>
        <translation>widerspricht dem Rest der Datei, aus dem %1 folgt</translation>
    </message>
    <message>
        <source>contradicts the assumptions, of which %1 is violated</source>
        <translation>widerspricht den Annahmen, von denen %1 verletzt ist</translation>
    </message>
    <message>
        <source>contradicts the sizes that the metadata state</source>
        <translation>widerspricht den Größen in den Metadaten</translation>
    </message>
    <message>
        <source>is not the number of shards</source>
        <translation>ist nicht die Anzahl der Shards</translation>
    </message>
    <message>
        <source>is larger than any metadata</source>
        <translation>ist größer als alle Metadaten</translation>
    </message>
    <message>
        <source>is not the text of metadata.json</source>
        <translation>ist nicht der Text von metadata.json</translation>
    </message>
    <message>
        <source>has another shape than the metadata state</source>
        <translation>hat eine andere Form, als die Metadaten angeben</translation>
    </message>
    <message>
        <source>has the SHA-256 %1, not the stated %2</source>
        <translation>hat die SHA-256 %1, nicht die angegebene %2</translation>
    </message>
    <message>
        <source>does not follow from %1</source>
        <translation>folgt nicht aus %1</translation>
    </message>
    <message>
        <source>member %1 of %2</source>
        <translation>Mitglied %1 von %2</translation>
    </message>
    <message>
        <source>%1 is not part of a strategy file of kind &apos;%2&apos;</source>
        <translation>%1 gehört nicht in eine Strategiedatei der Art &apos;%2&apos;</translation>
    </message>
    <message>
        <source>is not a .npy array</source>
        <translation>ist kein .npy-Array</translation>
    </message>
    <message>
        <source>is a .npy array of another version than 1.0</source>
        <translation>ist ein .npy-Array einer anderen Version als 1.0</translation>
    </message>
    <message>
        <source>is a structured array: only numbers and texts are read</source>
        <translation>ist ein strukturiertes Array: Nur Zahlen und Texte werden gelesen</translation>
    </message>
    <message>
        <source>is in Fortran order: only C order is read</source>
        <translation>ist in Fortran-Ordnung: Nur C-Ordnung wird gelesen</translation>
    </message>
    <message>
        <source>has more than two dimensions</source>
        <translation>hat mehr als zwei Dimensionen</translation>
    </message>
    <message>
        <source>has no dimensions</source>
        <translation>hat keine Dimensionen</translation>
    </message>
    <message>
        <source>is too short to be a .npy array</source>
        <translation>ist zu kurz für ein .npy-Array</translation>
    </message>
    <message>
        <source>ends within its header</source>
        <translation>endet im Kopf</translation>
    </message>
    <message>
        <source>its header has an unfinished or long text</source>
        <translation>sein Kopf hat einen unfertigen oder langen Text</translation>
    </message>
    <message>
        <source>its header has a shape that is no list of counts</source>
        <translation>sein Kopf hat eine Form, die keine Liste von Anzahlen ist</translation>
    </message>
    <message>
        <source>its header should continue with %1</source>
        <translation>sein Kopf sollte mit %1 weitergehen</translation>
    </message>
    <message>
        <source>its header goes on after the closing brace</source>
        <translation>sein Kopf geht nach der schließenden Klammer weiter</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>its shape asks for more than the %1 bytes that it has</source>
        <translation>seine Form verlangt mehr als die %1 Byte, die es hat</translation>
    </message>
    <message>
        <source>its shape asks for %1 bytes but it has %2</source>
        <translation>seine Form verlangt %1 Byte, aber es hat %2</translation>
    </message>
    <message>
        <source>has a character that is not ASCII</source>
        <translation>hat ein Zeichen, das nicht ASCII ist</translation>
    </message>
    <message>
        <source>value %1 is not a finite number</source>
        <translation>Wert %1 ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>is compressed (method %1): only stored members are read</source>
        <translation>ist komprimiert (Methode %1): Nur gespeicherte Mitglieder werden gelesen</translation>
    </message>
    <message>
        <source>has flags %1 (encrypted or streamed): they must be 0</source>
        <translation>hat die Flags %1 (verschlüsselt oder gestreamt): Sie müssen 0 sein</translation>
    </message>
    <message>
        <source>states two sizes for stored content</source>
        <translation>nennt zwei Größen für gespeicherten Inhalt</translation>
    </message>
    <message>
        <source>uses ZIP64, which is not read</source>
        <translation>verwendet ZIP64, was nicht gelesen wird</translation>
    </message>
    <message>
        <source>has an extra field, which strategy files never have (saved again by another program?)</source>
        <translation>hat ein Zusatzfeld, was Strategiedateien nie haben (von einem anderen Programm neu gespeichert?)</translation>
    </message>
    <message>
        <source>has no name</source>
        <translation>hat keinen Namen</translation>
    </message>
    <message>
        <source>is too short to be a strategy file</source>
        <translation>ist zu kurz für eine Strategiedatei</translation>
    </message>
    <message>
        <source>is not the end of a zip archive (cut short, or followed by something else)</source>
        <translation>ist nicht das Ende eines ZIP-Archivs (abgeschnitten, oder es folgt etwas anderes)</translation>
    </message>
    <message>
        <source>is that of an archive in several parts</source>
        <translation>ist das eines Archivs in mehreren Teilen</translation>
    </message>
    <message>
        <source>has a comment, which strategy files never have</source>
        <translation>hat einen Kommentar, was Strategiedateien nie haben</translation>
    </message>
    <message>
        <source>announces %1 members: at most 16 are read</source>
        <translation>kündigt %1 Mitglieder an: Höchstens 16 werden gelesen</translation>
    </message>
    <message>
        <source>does not end where the end record begins</source>
        <translation>endet nicht, wo der Endeintrag beginnt</translation>
    </message>
    <message>
        <source>is not described where the directory should do so</source>
        <translation>ist nicht beschrieben, wo das Verzeichnis es tun sollte</translation>
    </message>
    <message>
        <source>has a comment or lies on another disk</source>
        <translation>hat einen Kommentar oder liegt auf einem anderen Datenträger</translation>
    </message>
    <message>
        <source>overlaps its neighbour or leaves a gap: the directory places it at byte %1</source>
        <translation>überlappt seinen Nachbarn oder lässt eine Lücke: Das Verzeichnis setzt es bei Byte %1 an</translation>
    </message>
    <message>
        <source>ends before %1</source>
        <translation>endet vor %1</translation>
    </message>
    <message>
        <source>ends within the name of %1</source>
        <translation>endet im Namen von %1</translation>
    </message>
    <message>
        <source>ends after %1 bytes, too early</source>
        <translation>endet nach %1 Byte, zu früh</translation>
    </message>
    <message>
        <source>has a name with characters other than printable ASCII</source>
        <translation>hat einen Namen mit anderen Zeichen als druckbarem ASCII</translation>
    </message>
    <message>
        <source>%1 claims %2 bytes, more than the file has</source>
        <translation>%1 beansprucht %2 Byte, mehr als die Datei hat</translation>
    </message>
    <message>
        <source>its own header and the directory disagree about %1</source>
        <translation>sein eigener Kopf und das Verzeichnis sind uneins über %1</translation>
    </message>
    <message>
        <source>goes on after its last member</source>
        <translation>geht nach dem letzten Mitglied weiter</translation>
    </message>
    <message>
        <source>something lies between the last member and the directory</source>
        <translation>zwischen dem letzten Mitglied und dem Verzeichnis liegt etwas</translation>
    </message>
    <message>
        <source>is damaged: its CRC-32 does not match</source>
        <translation>ist beschädigt: Die CRC-32 stimmt nicht</translation>
    </message>
    <message>
        <source>is damaged: its checksum is wrong</source>
        <translation>ist beschädigt: Die Prüfsumme ist falsch</translation>
    </message>
    <message>
        <source>does not end, or is longer than any scenario</source>
        <translation>endet nicht, oder ist länger als jedes Szenario</translation>
    </message>
    <message>
        <source>is not valid XML</source>
        <translation>ist kein gültiges XML</translation>
    </message>
    <message>
        <source>is not that of %1</source>
        <translation>ist nicht die von %1</translation>
    </message>
    <message>
        <source>is none that Noiseloom writes: a session, a scenario or a noise plan</source>
        <translation>ist keines, das Noiseloom schreibt: eine Sitzung, ein Szenario oder ein Rauschplan</translation>
    </message>
    <message>
        <source>was open when Noiseloom ended several times in a row</source>
        <translation>war offen, als Noiseloom mehrmals hintereinander endete</translation>
    </message>
    <message>
        <source>is not among the program&apos;s resources</source>
        <translation>ist nicht unter den Ressourcen des Programms</translation>
    </message>
    <message>
        <source>Independent noise: C is the identity</source>
        <translation>Unabhängiges Rauschen: C ist die Identität</translation>
    </message>
    <message>
        <source>Noisy sums of dyadic blocks: log n noise vectors</source>
        <translation>Verrauschte Summen dyadischer Blöcke: log n Rauschvektoren</translation>
    </message>
    <message>
        <source>C is the square root of the workload: closed form, n noise vectors</source>
        <translation>C ist die Quadratwurzel des Workloads: geschlossene Form, n Rauschvektoren</translation>
    </message>
    <message>
        <source>The first b coefficients of the square root: closed form</source>
        <translation>Die ersten b Koeffizienten der Quadratwurzel: geschlossene Form</translation>
    </message>
    <message>
        <source>The first b coefficients of the square root&apos;s inverse: closed form</source>
        <translation>Die ersten b Koeffizienten der Inversen der Quadratwurzel: geschlossene Form</translation>
    </message>
    <message>
        <source>The best C whose inverse has b bands, for several epochs</source>
        <translation>Das beste C, dessen Inverse b Bänder hat, für mehrere Epochen</translation>
    </message>
    <message>
        <source>Coefficients 1 / (i + 1) + c with the best c: nearly optimal</source>
        <translation>Koeffizienten 1 / (i + 1) + c mit dem besten c: fast optimal</translation>
    </message>
    <message>
        <source>The same coefficients in every column: fast at any n</source>
        <translation>Dieselben Koeffizienten in jeder Spalte: schnell bei jedem n</translation>
    </message>
    <message>
        <source>The best banded C with unit columns, slower to solve; Dense has free norms, better under schedules</source>
        <translation>Das beste C mit Bändern und normierten Spalten, langsamer zu lösen; „Dicht besetzt“ hat freie Normen, besser bei Lernratenplänen</translation>
    </message>
    <message>
        <source>The best lower-triangular C of equal or free column norms: n³ operations a step of the solver</source>
        <translation>Das beste untere Dreiecks-C mit gleichen oder freien Spaltennormen: n³ Operationen je Schritt des Lösers</translation>
    </message>
    <message>
        <source>One dense block repeated along the diagonal</source>
        <translation>Ein dichter Block, entlang der Diagonalen wiederholt</translation>
    </message>
    <message>
        <source>Few exponentially decaying buffers: little memory at any n</source>
        <translation>Wenige exponentiell abklingende Puffer: wenig Speicher bei jedem n</translation>
    </message>
    <message>
        <source>Equal column norms</source>
        <translation>Gleiche Spaltennormen</translation>
    </message>
    <message>
        <source>All columns have norm 1; otherwise only their sum over an example&apos;s steps, which is better under schedules</source>
        <translation>Alle Spalten haben die Norm 1; sonst nur ihre Summe über die Schritte eines Beispiels, was bei Lernratenplänen besser ist</translation>
    </message>
    <message>
        <source>section 2</source>
        <translation>Abschnitt 2</translation>
    </message>
    <message>
        <source>section 3</source>
        <translation>Abschnitt 3</translation>
    </message>
    <message>
        <source>section 3.1</source>
        <translation>Abschnitt 3.1</translation>
    </message>
    <message>
        <source>section 3.2</source>
        <translation>Abschnitt 3.2</translation>
    </message>
    <message>
        <source>section 4</source>
        <translation>Abschnitt 4</translation>
    </message>
    <message>
        <source>section 6</source>
        <translation>Abschnitt 6</translation>
    </message>
    <message>
        <source>appendix J</source>
        <translation>Anhang J</translation>
    </message>
    <message>
        <source>memory at these iterations</source>
        <translation>Speicher bei so vielen Iterationen</translation>
    </message>
    <message>
        <source>one mechanism</source>
        <translation>ein Mechanismus</translation>
    </message>
    <message>
        <source>one mechanism for a curve</source>
        <translation>ein Mechanismus für eine Kurve</translation>
    </message>
    <message>
        <source>one mechanism: best compares mechanisms in one scenario</source>
        <translation>ein Mechanismus: best vergleicht Mechanismen in einem Szenario</translation>
    </message>
    <message>
        <source>it with one mechanism: best compares mechanisms in one scenario</source>
        <translation>es mit einem Mechanismus: best vergleicht Mechanismen in einem Szenario</translation>
    </message>
    <message>
        <source>a mechanism whose error stays finite and that the batching has an accountant for</source>
        <translation>ein Mechanismus, dessen Fehler endlich bleibt und für dessen Batchbildung es eine Abrechnung gibt</translation>
    </message>
    <message>
        <source>a mechanism that has bands to choose</source>
        <translation>ein Mechanismus, der Bänder zur Wahl hat</translation>
    </message>
    <message>
        <source>more: no mechanism is solved within that</source>
        <translation>mehr: Kein Mechanismus ist in dieser Zeit gelöst</translation>
    </message>
    <message>
        <source>a scenario that a mechanism can run in; %1</source>
        <translation>ein Szenario, in dem ein Mechanismus laufen kann; %1</translation>
    </message>
    <message>
        <source>Banded inverse fractional root</source>
        <translation>Inverse Potenz mit Bändern</translation>
    </message>
    <message>
        <source>The first b coefficients of the workload to a negative power, the best one</source>
        <translation>Die ersten b Koeffizienten einer negativen Potenz des Workloads, der besten</translation>
    </message>
    <message>
        <source>DP-λCGD</source>
        <translation>DP-λCGD</translation>
    </message>
    <message>
        <source>Each step takes back a part λ of the noise of the step before: no memory at all</source>
        <translation>Jeder Schritt nimmt einen Anteil λ des Rauschens des vorigen zurück: ganz ohne Speicher</translation>
    </message>
    <message>
        <source>lambda %1</source>
        <translation>Lambda %1</translation>
    </message>
    <message>
        <source>a whole number of at least 1</source>
        <translation>eine ganze Zahl ab 1</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number of at most 2^53 (about 9e15)</source>
        <translation>eine ganze Zahl bis 2^53 (etwa 9e15)</translation>
    </message>
    <message>
        <source>a field that holds a number</source>
        <translation>ein Feld, das eine Zahl enthält</translation>
    </message>
    <message>
        <source>a learning rate is kept for each of them</source>
        <translation>für jede von ihnen wird eine Lernrate aufbewahrt</translation>
    </message>
    <message>
        <source>at most %1 beside that cool-down</source>
        <translation>höchstens %1 neben diesem Cool-down</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>another expression: %1, at character %2</source>
        <translation>einen anderen Ausdruck: %1, bei Zeichen %2</translation>
    </message>
    <message>
        <source>%1 %2 is not allowed: use %3</source>
        <translation>%1 %2 ist nicht erlaubt: Verwenden Sie %3</translation>
    </message>
    <message>
        <source>a key of docs/references.md</source>
        <translation>einen Schlüssel aus docs/references.md</translation>
    </message>
    <message>
        <source>at least one value</source>
        <translation>mindestens einen Wert</translation>
    </message>
    <message>
        <source>a number of at least %1 when sampling_probability &lt; 1</source>
        <translation>eine Zahl ab %1 bei sampling_probability &lt; 1</translation>
    </message>
    <message>
        <source>a finite number of at least 0</source>
        <translation>eine endliche Zahl ab 0</translation>
    </message>
    <message>
        <source>a number of at least %1, which a single composition needs</source>
        <translation>eine Zahl ab %1, die eine einzige Komposition braucht</translation>
    </message>
    <message>
        <source>of all phases together</source>
        <translation>alle Phasen zusammen</translation>
    </message>
    <message>
        <source>a symmetric matrix of finite entries &gt;= 0 with a diagonal &gt; 0</source>
        <translation>eine symmetrische Matrix mit endlichen Einträgen &gt;= 0 und einer Diagonale &gt; 0</translation>
    </message>
    <message>
        <source>pivot %1 at bin %2</source>
        <translation>Pivot %1 bei Bin %2</translation>
    </message>
    <message>
        <source>a positive semidefinite matrix</source>
        <translation>eine positiv semidefinite Matrix</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2: %3</source>
        <translation>%1: %2: %3</translation>
    </message>
    <message>
        <source>the cryptographic library (libsodium) could not be initialised</source>
        <translation>die kryptographische Bibliothek (libsodium) ließ sich nicht initialisieren</translation>
    </message>
    <message>
        <source>those of the workload</source>
        <translation>die des Workloads</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>error not finite</source>
        <translation>Fehler nicht endlich</translation>
    </message>
    <message>
        <source>the scenario&apos;s iterations</source>
        <translation>die Iterationen des Szenarios</translation>
    </message>
    <message>
        <source>a banded one under %1</source>
        <translation>bei der Batchbildung „%1“ eine mit Bändern</translation>
    </message>
    <message>
        <source>n/k under %1</source>
        <translation>n/k bei der Batchbildung „%1“</translation>
    </message>
    <message>
        <source>solving</source>
        <translation>wird gelöst</translation>
    </message>
    <message>
        <source>the length of the learning-rate schedule</source>
        <translation>die Länge des Lernratenplans</translation>
    </message>
    <message>
        <source>rising steps</source>
        <translation>steigende Schritte</translation>
    </message>
    <message>
        <source>the first scaled row</source>
        <translation>die erste skalierte Zeile</translation>
    </message>
    <message>
        <source>the schedule</source>
        <translation>der Lernratenplan</translation>
    </message>
    <message>
        <source>cannot be overwritten: %1</source>
        <translation>kann nicht überschrieben werden: %1</translation>
    </message>
    <message>
        <source>a file name without a folder</source>
        <translation>einen Dateinamen ohne Ordner</translation>
    </message>
    <message>
        <source>64 lower-case hexadecimal digits</source>
        <translation>64 hexadezimale Ziffern in Kleinschreibung</translation>
    </message>
    <message>
        <source>one a step, and the tree&apos;s two more</source>
        <translation>eine je Schritt, und zwei weitere des Baums</translation>
    </message>
    <message>
        <source>one that is known</source>
        <translation>eine bekannte</translation>
    </message>
    <message>
        <source>at least one parameter a machine</source>
        <translation>mindestens ein Parameter je Rechner</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>einen Namen</translation>
    </message>
    <message>
        <source>the end of the shard before</source>
        <translation>das Ende des Shards davor</translation>
    </message>
    <message>
        <source>%1, which follows for the largest shard</source>
        <translation>%1, was für den größten Shard folgt</translation>
    </message>
    <message>
        <source>a character beyond ASCII</source>
        <translation>ein Zeichen jenseits von ASCII</translation>
    </message>
    <message>
        <source>ASCII text</source>
        <translation>ASCII-Text</translation>
    </message>
    <message>
        <source>has element type &apos;%1&apos;: it must be &apos;&lt;f8&apos;</source>
        <translation>hat den Elementtyp &apos;%1&apos;: Es muss &apos;&lt;f8&apos; sein</translation>
    </message>
    <message>
        <source>has element type &apos;%1&apos;: it must be &apos;&lt;U%2&apos;</source>
        <translation>hat den Elementtyp &apos;%1&apos;: Es muss &apos;&lt;U%2&apos; sein</translation>
    </message>
    <message>
        <source>&apos;schedule&apos; needs a linear or cosine schedule</source>
        <translation>&apos;schedule&apos; braucht einen linearen oder Kosinus-Plan</translation>
    </message>
    <message>
        <source>&apos;schedule&apos; stands for at most %1 rates</source>
        <translation>&apos;schedule&apos; steht für höchstens %1 Raten</translation>
    </message>
    <message>
        <source>%1 %2 is not allowed: must be %3</source>
        <translation>%1 %2 ist nicht erlaubt: zulässig ist %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known before version %2</source>
        <translation>&apos;%1&apos; ist vor Version %2 unbekannt</translation>
    </message>
    <message>
        <source>a JSON object of at most 1 MiB</source>
        <translation>ein JSON-Objekt von höchstens 1 MiB</translation>
    </message>
    <message>
        <source>the arrays</source>
        <translation>den Arrays</translation>
    </message>
    <message>
        <source>%1 (the stated value is safe, but larger than needed by a factor of %2)</source>
        <translation>%1 (der angegebene Wert ist sicher, aber um den Faktor %2 größer als nötig)</translation>
    </message>
    <message>
        <source>the same learning rates</source>
        <translation>dieselben Lernraten</translation>
    </message>
    <message>
        <source>other learning rates than the file&apos;s</source>
        <translation>andere Lernraten als die der Datei</translation>
    </message>
    <message>
        <source>%1 (the stated value is safe, but smaller than what is proven)</source>
        <translation>%1 (der angegebene Wert ist sicher, aber kleiner als das Bewiesene)</translation>
    </message>
    <message>
        <source>as in the file</source>
        <translation>wie in der Datei</translation>
    </message>
    <message>
        <source>does not follow from the stated figures</source>
        <translation>folgt nicht aus den angegebenen Zahlen</translation>
    </message>
    <message>
        <source>critical, not claimed: %1</source>
        <translation>kritisch, nicht zugesagt: %1</translation>
    </message>
    <message>
        <source>all data the same; its explanations are those of version %1 and are not confirmed</source>
        <translation>alle Daten gleich; die Erläuterungen sind die der Version %1 und nicht bestätigt</translation>
    </message>
    <message>
        <source>statement, unit and adjacency the same; its explanations are those of version %1 and are not confirmed</source>
        <translation>Aussage, Einheit und Nachbarschaft gleich; die Erläuterungen sind die der Version %1 und nicht bestätigt</translation>
    </message>
    <message>
        <source>as stated</source>
        <translation>wie angegeben</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>dasselbe</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 Punkte</translation>
    </message>
    <message>
        <source>at most %1 points, the claimed epsilon and delta among them</source>
        <translation>höchstens %1 Punkte, darunter das zugesagte Epsilon und Delta</translation>
    </message>
    <message>
        <source>stopped before it was complete</source>
        <translation>angehalten, bevor es vollständig war</translation>
    </message>
    <message>
        <source>not allowed: use %1</source>
        <translation>nicht erlaubt: Verwenden Sie %1</translation>
    </message>
    <message>
        <source>member %1 of %2, at byte %3</source>
        <translation>Mitglied %1 von %2, bei Byte %3</translation>
    </message>
    <message>
        <source>directory</source>
        <translation>Verzeichnis</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>at most %1 bytes (4 GiB) a strategy file</source>
        <translation>höchstens %1 Byte (4 GiB) je Strategiedatei</translation>
    </message>
    <message>
        <source>a number other than 0</source>
        <translation>eine Zahl ungleich 0</translation>
    </message>
    <message>
        <source>above the bands, below the iterations</source>
        <translation>über den Bändern, unter den Iterationen</translation>
    </message>
    <message>
        <source>with bands</source>
        <translation>mit Bändern</translation>
    </message>
    <message>
        <source>the bands</source>
        <translation>die Bänder</translation>
    </message>
    <message>
        <source>error %1</source>
        <translation>Fehler %1</translation>
    </message>
    <message>
        <source>as many as the learning rates</source>
        <translation>so viele wie die Lernraten</translation>
    </message>
    <message>
        <source>an even number</source>
        <translation>eine gerade Zahl</translation>
    </message>
    <message>
        <source>the bytes of the buffer must fit 64 bits</source>
        <translation>die Bytes des Puffers müssen in 64 Bit passen</translation>
    </message>
    <message>
        <source>a Gaussian source</source>
        <translation>eine Gauß-Quelle</translation>
    </message>
    <message>
        <source>above begin</source>
        <translation>über begin</translation>
    </message>
    <message>
        <source>the noise of step %1 is beyond the range of %2</source>
        <translation>das Rauschen von Schritt %1 liegt außerhalb des Bereichs von %2</translation>
    </message>
    <message>
        <source>this noise stream has left the range of its number type and makes no more noise</source>
        <translation>dieser Rauschstrom hat den Bereich seines Zahlentyps verlassen und erzeugt kein Rauschen mehr</translation>
    </message>
    <message>
        <source>the strategy and its privacy claim end there</source>
        <translation>dort enden die Strategie und ihre Privatheitszusage</translation>
    </message>
    <message>
        <source>float32 values</source>
        <translation>float32-Werte</translation>
    </message>
    <message>
        <source>float64 values</source>
        <translation>float64-Werte</translation>
    </message>
    <message>
        <source>the error no longer changes with the %1</source>
        <translation>der Fehler ändert sich nicht mehr (gesucht: %1)</translation>
    </message>
    <message>
        <source>the error is least at the end of the range of the %1</source>
        <translation>der Fehler ist am Ende des Bereichs am kleinsten (gesucht: %1)</translation>
    </message>
    <message>
        <source>constant</source>
        <translation>Konstante</translation>
    </message>
    <message>
        <source>exponent</source>
        <translation>Exponent</translation>
    </message>
    <message>
        <source>part that is taken back</source>
        <translation>Anteil, der zurückgenommen wird</translation>
    </message>
    <message>
        <source>objective %1</source>
        <translation>Zielgröße %1</translation>
    </message>
    <message>
        <source>searching the %1</source>
        <translation>gesucht: %1</translation>
    </message>
    <message>
        <source>a point between the bounds</source>
        <translation>einen Punkt zwischen den Grenzen</translation>
    </message>
    <message>
        <source>the coefficients of a blt strategy</source>
        <translation>die Koeffizienten einer BLT-Strategie</translation>
    </message>
    <message>
        <source>sensitivity not finite</source>
        <translation>Sensitivität nicht endlich</translation>
    </message>
    <message>
        <source>a banded mechanism under %1 (%2), or another batching</source>
        <translation>ein Mechanismus mit Bändern bei %1 (%2), oder eine andere Batchbildung</translation>
    </message>
    <message>
        <source>%1 %2 (at most n/k) under %3, or another batching</source>
        <translation>%1 %2 (höchstens n/k) bei %3, oder eine andere Batchbildung</translation>
    </message>
    <message>
        <source>1 to %1 (%2)</source>
        <translation>1 bis %1 (%2)</translation>
    </message>
    <message>
        <source>the accountant of %1 batching</source>
        <translation>die Abrechnung der Batchbildung %1</translation>
    </message>
    <message>
        <source>at least %1 under %2 batching: at most %3 bins, ceil(n/k), are accounted for</source>
        <translation>mindestens %1 bei der Batchbildung %2: Höchstens %3 Bins, ceil(n/k), lassen sich abrechnen</translation>
    </message>
    <message>
        <source>add-remove or zero-out under %1 batching</source>
        <translation>add-remove oder zero-out bei der Batchbildung %1</translation>
    </message>
    <message>
        <source>delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>objective</source>
        <translation>Zielgröße</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>tree decoder</source>
        <translation>Decoder des Baums</translation>
    </message>
    <message>
        <source>stamps</source>
        <translation>Stempel</translation>
    </message>
    <message>
        <source>robust from</source>
        <translation>robust ab</translation>
    </message>
    <message>
        <source>column normalisation</source>
        <translation>Spaltennormierung</translation>
    </message>
    <message>
        <source>noise rows</source>
        <translation>Rauschzeilen</translation>
    </message>
    <message>
        <source>time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>batching</source>
        <translation>Batchbildung</translation>
    </message>
    <message>
        <source>batches of the job</source>
        <translation>Batches des Jobs</translation>
    </message>
    <message>
        <source>tau</source>
        <translation>Tau</translation>
    </message>
    <message>
        <source>failure probability</source>
        <translation>Fehlerwahrscheinlichkeit</translation>
    </message>
    <message>
        <source>adjacency</source>
        <translation>Nachbarschaft</translation>
    </message>
    <message>
        <source>unit of privacy</source>
        <translation>Privatheitseinheit</translation>
    </message>
    <message>
        <source>workload</source>
        <translation>Workload</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>weight decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>learning rates</source>
        <translation>Lernraten</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>Warm-up</translation>
    </message>
    <message>
        <source>cool-down</source>
        <translation>Cool-down</translation>
    </message>
    <message>
        <source>clip norm</source>
        <translation>Clipping-Norm</translation>
    </message>
    <message>
        <source>data set size</source>
        <translation>Datensatzgröße</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>machines</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>memory of a machine</source>
        <translation>Speicher eines Rechners</translation>
    </message>
    <message>
        <source>number type</source>
        <translation>Zahlentyp</translation>
    </message>
    <message>
        <source>0 left of column 0</source>
        <translation>0 links von Spalte 0</translation>
    </message>
    <message>
        <source>decays that are further apart</source>
        <translation>Abklingfaktoren, die weiter auseinanderliegen</translation>
    </message>
    <message>
        <source>a number above 0, at most 1</source>
        <translation>eine Zahl über 0, höchstens 1</translation>
    </message>
    <message>
        <source>%1 twice</source>
        <translation>%1 zweimal</translation>
    </message>
    <message>
        <source>distinct decays</source>
        <translation>verschiedene Abklingfaktoren</translation>
    </message>
    <message>
        <source>%1 off in row %2</source>
        <translation>%1 daneben in Zeile %2</translation>
    </message>
    <message>
        <source>the inverse of C</source>
        <translation>die Inverse von C</translation>
    </message>
    <message>
        <source>the iterations, and memory</source>
        <translation>die Iterationen, und Speicher</translation>
    </message>
    <message>
        <source>zeros above the diagonal</source>
        <translation>Nullen über der Diagonale</translation>
    </message>
    <message>
        <source>a series whose inverse does not decay</source>
        <translation>eine Reihe, deren Inverse nicht abklingt</translation>
    </message>
    <message>
        <source>coefficients whose inverse series decays within %1 terms, or fewer iterations</source>
        <translation>Koeffizienten, deren inverse Reihe innerhalb von %1 Gliedern abklingt, oder weniger Iterationen</translation>
    </message>
    <message>
        <source>one that needs no workload</source>
        <translation>eine, die keinen Workload braucht</translation>
    </message>
    <message>
        <source>a strategy whose rows are those of the steps</source>
        <translation>eine Strategie, deren Zeilen die der Schritte sind</translation>
    </message>
    <message>
        <source>the best of 1 to %1</source>
        <translation>die beste von 1 bis %1</translation>
    </message>
    <message>
        <source>the best of those tried, of 1 to %1, until it was stopped</source>
        <translation>die beste der versuchten, von 1 bis %1, bis zum Abbruch</translation>
    </message>
    <message>
        <source>the best of those tried, 1 to %1: more would take over %2 s</source>
        <translation>die beste der versuchten, 1 bis %1: mehr würde über %2 s dauern</translation>
    </message>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 von %2 Schritten</translation>
    </message>
    <message>
        <source>Only %1 participation fits into %2 steps with at least %3 from one to the next: the claim counts no more.</source>
        <translation>Nur %1 Teilnahme passt in %2 Schritte mit mindestens %3 von einer zur nächsten: mehr zählt die Zusage nicht.</translation>
    </message>
    <message>
        <source>Only %1 participations fit into %2 steps with at least %3 from one to the next: the claim counts no more.</source>
        <translation>Nur %1 Teilnahmen passen in %2 Schritte mit mindestens %3 von einer zur nächsten: mehr zählt die Zusage nicht.</translation>
    </message>
    <message>
        <source>Above %1 the guarantee says next to nothing by itself: the odds of an attacker may grow by a factor of exp(epsilon).</source>
        <translation>Über %1 sagt die Garantie für sich fast nichts: die Chancen eines Angreifers dürfen um den Faktor exp(epsilon) wachsen.</translation>
    </message>
    <message>
        <source>At least 1 / N = %1: publishing one of the N = %2 examples whole would satisfy that.</source>
        <translation>Mindestens 1 / N = %1: eines der N = %2 Beispiele ganz zu veröffentlichen, würde das erfüllen.</translation>
    </message>
    <message>
        <source>Above 0.1 / N = %1: customary are values well below 1 / N, N = %2 being the number of examples.</source>
        <translation>Über 1 / (10 N) = %1: üblich sind Werte weit unter 1 / N; N = %2 ist die Zahl der Beispiele.</translation>
    </message>
    <message>
        <source>%1 of the objective&apos;s weight is on the mean error: the least last error alone is approached only by strategies whose other errors grow without bound</source>
        <translation>%1 des Gewichts der Zielgröße liegt auf dem mittleren Fehler: Dem kleinsten letzten Fehler allein nähern sich nur Strategien, deren übrige Fehler unbegrenzt wachsen</translation>
    </message>
    <message>
        <source>%1 row by row, which has more digits than %2</source>
        <translation>%1 Zeile für Zeile, mit mehr Stellen als %2</translation>
    </message>
    <message>
        <source>is no session, strategy, noise plan or scenario, and no figure that carries a scenario</source>
        <translation>ist weder Sitzung, Strategie, Rauschplan noch Szenario, und keine Abbildung, die ein Szenario enthält</translation>
    </message>
    <message>
        <source>the matrix C</source>
        <translation>die Matrix C</translation>
    </message>
    <message>
        <source>its inverse C⁻¹</source>
        <translation>ihre Inverse C⁻¹</translation>
    </message>
    <message>
        <source>Toeplitz coefficients of C</source>
        <translation>Toeplitz-Koeffizienten von C</translation>
    </message>
    <message>
        <source>Toeplitz coefficients of C⁻¹</source>
        <translation>Toeplitz-Koeffizienten von C⁻¹</translation>
    </message>
    <message>
        <source>decays and scales of a BLT</source>
        <translation>Abklingfaktoren und Skalen einer BLT</translation>
    </message>
    <message>
        <source>the bands of C</source>
        <translation>die Bänder von C</translation>
    </message>
    <message>
        <source>is no .npy array</source>
        <translation>ist kein .npy-Array</translation>
    </message>
    <message>
        <source>holds no array</source>
        <translation>enthält kein Array</translation>
    </message>
    <message>
        <source>holds arrays of %1 bytes: at most %2 are read</source>
        <translation>enthält Arrays von %1 Byte: höchstens %2 werden gelesen</translation>
    </message>
    <message>
        <source>stands beside another strategy: the arrays are %1</source>
        <translation>steht neben einer anderen Strategie: die Arrays sind %1</translation>
    </message>
    <message>
        <source>must be a list as long as that of the decays</source>
        <translation>muss eine Liste sein, so lang wie die der Abklingfaktoren</translation>
    </message>
    <message>
        <source>holds the arrays %1: only one of them, or one with a name that says what it is</source>
        <translation>enthält die Arrays %1: nur eines davon, oder eines, dessen Name sagt, was es ist</translation>
    </message>
    <message>
        <source>%1 on the diagonal of row %2</source>
        <translation>%1 auf der Diagonale in Zeile %2</translation>
    </message>
    <message>
        <source>numbers above 0</source>
        <translation>Zahlen über 0</translation>
    </message>
    <message>
        <source>%1 above the diagonal, in row %2 and column %3</source>
        <translation>%1 über der Diagonale, in Zeile %2 und Spalte %3</translation>
    </message>
    <message>
        <source>a lower-triangular matrix</source>
        <translation>eine untere Dreiecksmatrix</translation>
    </message>
    <message>
        <source>an inverse of which row %1 comes back %2 off</source>
        <translation>eine Inverse, deren Zeile %1 um %2 verfälscht zurückkommt</translation>
    </message>
    <message>
        <source>a matrix that can be inverted to ten digits, or C itself</source>
        <translation>eine Matrix, die sich auf zehn Stellen invertieren lässt, oder C selbst</translation>
    </message>
    <message>
        <source>%1 as the first coefficient</source>
        <translation>%1 als erster Koeffizient</translation>
    </message>
    <message>
        <source>%1 left of column 0, in row %2</source>
        <translation>%1 links von Spalte 0, in Zeile %2</translation>
    </message>
    <message>
        <source>zeros there</source>
        <translation>Nullen an dieser Stelle</translation>
    </message>
    <message>
        <source>a BLT whose inverse has the decay %1</source>
        <translation>eine BLT, deren Inverse den Abklingfaktor %1 hat</translation>
    </message>
    <message>
        <source>one whose inverse has decays above 0, at most 1, or its coefficients as toeplitz</source>
        <translation>eine, deren Inverse Abklingfaktoren über 0 und höchstens 1 hat, oder ihre Koeffizienten als toeplitz</translation>
    </message>
    <message>
        <source>output scales that come back %1 off</source>
        <translation>Ausgabeskalen, die um %1 verfälscht zurückkommen</translation>
    </message>
    <message>
        <source>decays that are further apart, or its coefficients as toeplitz</source>
        <translation>Abklingfaktoren, die weiter auseinander liegen, oder die Koeffizienten als toeplitz</translation>
    </message>
    <message>
        <source>it without: a strategy file says what it holds</source>
        <translation>nichts davon: eine Strategiedatei sagt, was sie enthält</translation>
    </message>
    <message>
        <source>an array of shape %1 as %2</source>
        <translation>ein Array der Form %1 als %2</translation>
    </message>
    <message>
        <source>the shape of such an array</source>
        <translation>die Form eines solchen Arrays</translation>
    </message>
    <message>
        <source>a matrix of shape %1</source>
        <translation>eine Matrix der Form %1</translation>
    </message>
    <message>
        <source>at most %1 rows</source>
        <translation>höchstens %1 Zeilen</translation>
    </message>
    <message>
        <source>(missing)</source>
        <translation>(fehlt)</translation>
    </message>
    <message>
        <source>one of %1: the array of %2 has shape %3</source>
        <translation>eines von %1: das Array von %2 hat die Form %3</translation>
    </message>
    <message>
        <source>at least %1: %2 holds a strategy for any number of them</source>
        <translation>mindestens %1: %2 enthält eine Strategie für beliebig viele</translation>
    </message>
    <message>
        <source>the coefficients of %1</source>
        <translation>die Koeffizienten von %1</translation>
    </message>
    <message>
        <source>has element type &apos;%1&apos;: it must be &apos;&lt;f8&apos; or &apos;&lt;f4&apos;</source>
        <translation>hat den Elementtyp &apos;%1&apos;: es muss &apos;&lt;f8&apos; oder &apos;&lt;f4&apos; sein</translation>
    </message>
    <message>
        <source>is no list of numbers in base64</source>
        <translation>ist keine Liste von Zahlen in Base64</translation>
    </message>
    <message>
        <source>does not follow from the arrays</source>
        <translation>folgt nicht aus den Arrays</translation>
    </message>
    <message>
        <source>must say which file the strategy is from</source>
        <translation>muss sagen, aus welcher Datei die Strategie ist</translation>
    </message>
    <message>
        <source>is compressed by method %1: only stored and deflated members are read</source>
        <translation>ist mit Methode %1 komprimiert: nur unkomprimierte und mit Deflate komprimierte Teile werden gelesen</translation>
    </message>
    <message>
        <source>needs zip version %1: at most %2 is read</source>
        <translation>braucht Zip-Version %1: höchstens %2 wird gelesen</translation>
    </message>
    <message>
        <source>claims %1 bytes, more than %2 deflated ones can hold</source>
        <translation>behauptet %1 Byte, mehr als %2 komprimierte enthalten können</translation>
    </message>
    <message>
        <source>ends within the extra field of %1</source>
        <translation>endet im Zusatzfeld von %1</translation>
    </message>
    <message>
        <source>is damaged: it cannot be inflated</source>
        <translation>ist beschädigt: es lässt sich nicht entpacken</translation>
    </message>
    <message>
        <source>a file with its strategy</source>
        <translation>eine Datei mit der Strategie</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>imported from %1, whose numbers are not here</source>
        <translation>importiert aus %1, deren Zahlen hier fehlen</translation>
    </message>
    <message>
        <source>that file, opened again, or another mechanism</source>
        <translation>diese Datei, neu geöffnet, oder einen anderen Mechanismus</translation>
    </message>
    <message>
        <source>at least %1: %2 has as many coefficients</source>
        <translation>mindestens %1: so viele Koeffizienten hat %2</translation>
    </message>
    <message>
        <source>%1: the matrix of %2 has as many rows</source>
        <translation>%1: so viele Zeilen hat die Matrix von %2</translation>
    </message>
    <message>
        <source>imported, of the kind %1</source>
        <translation>importiert, von der Art %1</translation>
    </message>
    <message>
        <source>a banded strategy under %1, or another batching</source>
        <translation>eine Bandstrategie unter %1, oder eine andere Batchbildung</translation>
    </message>
    <message>
        <source>imported, with %1 bands</source>
        <translation>importiert, mit %1 Bändern</translation>
    </message>
    <message>
        <source>at most %1 bands (n/k under %2), or another batching</source>
        <translation>höchstens %1 Bänder (n/k unter %2), oder eine andere Batchbildung</translation>
    </message>
    <message>
        <source>imported strategy</source>
        <translation>importierte Strategie</translation>
    </message>
    <message>
        <source>one in which an example may take part %1 times: fewer are another training</source>
        <translation>eine, in der ein Beispiel bis zu %1-mal teilnehmen kann: seltener wäre ein anderes Training</translation>
    </message>
    <message>
        <source>evaluating one strategy</source>
        <translation>eine Strategie wird ausgewertet</translation>
    </message>
    <message>
        <source>%1, those of the strategy: one that is %2 has entries of its own for each step</source>
        <translation>%1, die der Strategie: eine der Art %2 hat für jeden Schritt eigene Einträge</translation>
    </message>
    <message>
        <source>batches that an accounting covers: there is none for these yet</source>
        <translation>Batches, die eine Abrechnung abdeckt: Für diese gibt es noch keine</translation>
    </message>
    <message>
        <source>keeps %1 noise rows: more than a machine has room for</source>
        <translation>behält %1 Rauschzeilen: mehr, als auf einen Rechner passen</translation>
    </message>
    <message>
        <source>making its noise would take about %1 s a step</source>
        <translation>sein Rauschen bräuchte etwa %1 s je Schritt</translation>
    </message>
    <message>
        <source>not even its smallest size fits the memory and the time a step</source>
        <translation>nicht einmal seine kleinste Größe passt in den Speicher und die Zeit je Schritt</translation>
    </message>
    <message>
        <source>estimating %1 under %2</source>
        <translation>%1 unter %2 wird geschätzt</translation>
    </message>
    <message>
        <source>no time was left</source>
        <translation>die Zeit war um</translation>
    </message>
    <message>
        <source>none of its strategies is better than %1 % above the best here</source>
        <translation>keine seiner Strategien ist hier besser als %1 % über der besten</translation>
    </message>
    <message>
        <source>did not end in time</source>
        <translation>wurde nicht rechtzeitig fertig</translation>
    </message>
    <message>
        <source>about %1 % more error</source>
        <translation>etwa %1 % mehr Fehler</translation>
    </message>
    <message>
        <source>about %1 times the error</source>
        <translation>etwa das %1-Fache des Fehlers</translation>
    </message>
    <message>
        <source>the same as under another batching above</source>
        <translation>dasselbe wie unter einer anderen Batchbildung oben</translation>
    </message>
    <message>
        <source>certifying %1 under %2</source>
        <translation>%1 unter %2 wird zertifiziert</translation>
    </message>
    <message>
        <source>%1, and no fewer noise rows</source>
        <translation>%1 und nicht weniger Rauschzeilen</translation>
    </message>
    <message>
        <source>in the same memory</source>
        <translation>im selben Speicher</translation>
    </message>
    <message>
        <source>without any memory for noise</source>
        <translation>ohne Speicher für Rauschen</translation>
    </message>
    <message>
        <source>and keeps %1 noise rows instead of none</source>
        <translation>und behält %1 Rauschzeilen statt keiner</translation>
    </message>
    <message>
        <source>with %1 times less memory</source>
        <translation>mit dem %1-ten Teil des Speichers</translation>
    </message>
    <message>
        <source>with %1 times more memory</source>
        <translation>mit dem %1-fachen Speicher</translation>
    </message>
    <message>
        <source>in about the same memory</source>
        <translation>in etwa demselben Speicher</translation>
    </message>
    <message>
        <source>%1, under %2, is within %3 % of it, %4.</source>
        <translation>%1 unter %2 liegt keine %3 % darüber, %4.</translation>
    </message>
    <message>
        <source>The next that was certified, %1, under %2, is within %3 % of it, %4.</source>
        <translation>Das nächste Zertifizierte, %1 unter %2, liegt keine %3 % darüber, %4.</translation>
    </message>
    <message>
        <source>The next that was certified, %1, under %2, has %3 % more error, %4.</source>
        <translation>Das nächste Zertifizierte, %1 unter %2, hat %3 % mehr Fehler, %4.</translation>
    </message>
    <message>
        <source>%1 examples, %2 times each in %3 steps: batches of %4 on average.</source>
        <translation>%1 Beispiele, jedes %2-mal in %3 Schritten: Batches von im Mittel %4.</translation>
    </message>
    <message>
        <source>What the data loader has to do: %1</source>
        <translation>Was der Datenlader tun muss: %1</translation>
    </message>
    <message>
        <source>Its noise is certified by sampling: about %1 % too large, too small with probability %2 at most.</source>
        <translation>Sein Rauschen ist durch Stichproben zertifiziert: etwa %1 % zu groß, zu klein höchstens mit Wahrscheinlichkeit %2.</translation>
    </message>
    <message>
        <source>If the data loader could form batches by %1, the error would be about %2 % less.</source>
        <translation>Könnte der Datenlader Batches nach %1 bilden, wäre der Fehler etwa %2 % kleiner.</translation>
    </message>
    <message>
        <source>With twice the memory the error would be about %1 % less.</source>
        <translation>Mit doppelt so viel Speicher wäre der Fehler etwa %1 % kleiner.</translation>
    </message>
    <message>
        <source>Twice the memory would gain less than 1 %.</source>
        <translation>Doppelt so viel Speicher brächte weniger als 1 %.</translation>
    </message>
    <message>
        <source>Batches twice as large would gain less than 1 %.</source>
        <translation>Doppelt so große Batches brächten weniger als 1 %.</translation>
    </message>
    <message>
        <source>It is the best with columns of equal norm: free norms (%1, without equal column norms) can have less error, above all under learning-rate schedules.</source>
        <translation>Er ist der beste mit Spalten gleicher Norm: Freie Normen (%1, ohne gleiche Spaltennormen) können weniger Fehler haben, vor allem bei Lernratenplänen.</translation>
    </message>
    <message>
        <source>What other batches or more memory would gain was not searched in full: there was no time for it.</source>
        <translation>Was andere Batches oder mehr Speicher brächten, wurde nicht ganz untersucht: Dafür reichte die Zeit nicht.</translation>
    </message>
    <message>
        <source>Batches twice as large, in %1 steps and with twice the learning rate, would have about %2 % less error on the summed gradient.</source>
        <translation>Doppelt so große Batches, in %1 Schritten und mit doppelter Lernrate, hätten etwa %2 % weniger Fehler auf dem summierten Gradienten.</translation>
    </message>
    <message>
        <source>It was stopped: what was not tried by then may be better.</source>
        <translation>Die Suche wurde angehalten: Was bis dahin nicht versucht war, kann besser sein.</translation>
    </message>
    <message>
        <source>%1 under %2 stands as it is best without amplification: optimising it together with its noise would take about %3 s.</source>
        <translation>%1 unter %2 steht so da, wie es ohne Verstärkung am besten ist: Es zusammen mit seinem Rauschen zu optimieren, würde etwa %3 s dauern.</translation>
    </message>
    <message>
        <source>Summed gradient</source>
        <translation>Summierter Gradient</translation>
    </message>
    <message>
        <source>× clip norm</source>
        <translation>× Clipping-Norm</translation>
    </message>
    <message>
        <source>clip norms, on the sum of the clipped gradients of a batch</source>
        <translation>Clipping-Normen, bei der Summe der geclippten Gradienten eines Batches</translation>
    </message>
    <message>
        <source>Mean gradient</source>
        <translation>Mittlerer Gradient</translation>
    </message>
    <message>
        <source>× clip norm, mean gradient</source>
        <translation>× Clipping-Norm, mittlerer Gradient</translation>
    </message>
    <message>
        <source>clip norms, on the mean gradient: divided by the expected batch size B = k N / n</source>
        <translation>Clipping-Normen, beim mittleren Gradienten: geteilt durch die erwartete Batchgröße B = k N / n</translation>
    </message>
    <message>
        <source>Relative to full-batch training</source>
        <translation>Relativ zum Training mit allen Daten je Schritt</translation>
    </message>
    <message>
        <source>× full-batch DP-SGD</source>
        <translation>× Full-Batch-DP-SGD</translation>
    </message>
    <message>
        <source>ε that DP-SGD would need</source>
        <translation>ε, das DP-SGD bräuchte</translation>
    </message>
    <message>
        <source>as ε of DP-SGD</source>
        <translation>als ε von DP-SGD</translation>
    </message>
    <message>
        <source>the ε at which DP-SGD under the same batching has the same error, an estimate</source>
        <translation>dem ε, bei dem DP-SGD mit derselben Batchbildung denselben Fehler hat, einer Schätzung</translation>
    </message>
    <message>
        <source>Needs a data set size, from which the batch size follows.</source>
        <translation>Braucht eine Datensatzgröße, aus der die Batchgröße folgt.</translation>
    </message>
    <message>
        <source>it with a data set size only, from which the batch size follows</source>
        <translation>es nur mit einer Datensatzgröße, aus der die Batchgröße folgt</translation>
    </message>
    <message>
        <source>multiples of the error of the mean gradient that DP-SGD has with every example in every step, at the same n, ε and δ</source>
        <translation>Vielfache des Fehlers des mittleren Gradienten, den DP-SGD mit jedem Beispiel in jedem Schritt hat, bei denselben n, ε und δ</translation>
    </message>
    <message>
        <source>%1 clip norms on the summed gradient</source>
        <translation>%1 Clipping-Normen auf dem summierten Gradienten</translation>
    </message>
    <message>
        <source>%1 clip norms on the mean gradient</source>
        <translation>%1 Clipping-Normen auf dem mittleren Gradienten</translation>
    </message>
    <message>
        <source>%1 times that of full-batch DP-SGD</source>
        <translation>das %1-Fache dessen von Full-Batch-DP-SGD</translation>
    </message>
    <message>
        <source>about that of DP-SGD at ε = %1</source>
        <translation>etwa so viel wie der von DP-SGD bei ε = %1</translation>
    </message>
    <message>
        <source>Use %1, under %2: its error is %3; nothing that was tried is better.</source>
        <translation>Verwenden Sie %1 unter %2: Der Fehler beträgt %3; nichts, was versucht wurde, ist besser.</translation>
    </message>
    <message>
        <source>Use %1, under %2: its error is %3.</source>
        <translation>Verwenden Sie %1 unter %2: Der Fehler beträgt %3.</translation>
    </message>
    <message>
        <source>a matrix with fewer bands than rows</source>
        <translation>eine Matrix mit weniger Bändern als Zeilen</translation>
    </message>
    <message>
        <source>Drawn by hand</source>
        <translation>Von Hand gezeichnet</translation>
    </message>
    <message>
        <source>the coefficients</source>
        <translation>die Koeffizienten</translation>
    </message>
    <message>
        <source>one of coefficients: toeplitz or inverse-toeplitz</source>
        <translation>eine aus Koeffizienten: toeplitz oder inverse-toeplitz</translation>
    </message>
    <message>
        <source>one of buffers: blt</source>
        <translation>eine aus Puffern: blt</translation>
    </message>
    <message>
        <source>the buffers</source>
        <translation>die Puffer</translation>
    </message>
    <message>
        <source>above 0, at most 1</source>
        <translation>über 0, höchstens 1</translation>
    </message>
    <message>
        <source>A strategy from a file, or drawn by hand, as it stands: nothing is optimised</source>
        <translation>Eine Strategie aus einer Datei oder von Hand gezeichnet, wie sie dasteht: Nichts wird optimiert</translation>
    </message>
    <message>
        <source>no point</source>
        <translation>kein Punkt</translation>
    </message>
    <message>
        <source>at least one point</source>
        <translation>mindestens ein Punkt</translation>
    </message>
    <message>
        <source>an epsilon of 0 or more</source>
        <translation>ein Epsilon von 0 oder mehr</translation>
    </message>
    <message>
        <source>a delta from 0 to 1</source>
        <translation>ein Delta von 0 bis 1</translation>
    </message>
    <message>
        <source>at least one number</source>
        <translation>mindestens eine Zahl</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>drawn anew in each epoch, participations may be one step apart at the end of an epoch</source>
        <translation>in jeder Epoche neu gezogen, können Teilnahmen am Ende einer Epoche einen Schritt auseinander liegen</translation>
    </message>
    <message>
        <source>account for it with random-allocation or cyclic-allocation batching</source>
        <translation>rechnen Sie mit zufälliger oder zyklischer Zuteilung ab</translation>
    </message>
    <message>
        <source>%1 belongs to one of %2 groups, chosen once and independently of all others, which may be known. In every epoch it takes part in exactly one of the %3 steps i with i mod %4 its group, drawn uniformly at random, independently of all others and of other epochs, and in secret. Shuffled batches do not satisfy this.</source>
        <translation>%1 gehört zu einer von %2 Gruppen, einmal und unabhängig von allen anderen gewählt, die bekannt sein dürfen. In jeder Epoche nimmt es an genau einem der %3 Schritte i teil, für die i mod %4 seine Gruppe ist, gleichverteilt gezogen, unabhängig von allen anderen und von anderen Epochen und im Geheimen. Gemischte Batches erfüllen das nicht.</translation>
    </message>
    <message>
        <source>%1 %2 Groups differ in size by at most one.</source>
        <translation>%1 %2 Gruppen unterscheiden sich in der Größe um höchstens eins.</translation>
    </message>
    <message>
        <source>The strategy has %1, which divide the n/k = %2 steps of an epoch.</source>
        <translation>Die Strategie hat %1, die die n/k = %2 Schritte einer Epoche teilen.</translation>
    </message>
    <message>
        <source>draw every example&apos;s step anew in each epoch from those of its group, independently; or account without amplification (shuffled-each-epoch or min-sep batching)</source>
        <translation>ziehen Sie den Schritt jedes Beispiels in jeder Epoche neu und unabhängig aus denen seiner Gruppe; oder rechnen Sie ohne Verstärkung ab (jede Epoche gemischt oder Mindestabstand)</translation>
    </message>
    <message>
        <source>the job draws steps as accounted</source>
        <translation>der Job zieht Schritte wie angesetzt</translation>
    </message>
    <message>
        <source>with one band cyclic allocation is random allocation</source>
        <translation>mit einem Band ist zyklische Zuteilung zufällige Zuteilung</translation>
    </message>
    <message>
        <source>an example may take part in neighbouring steps, whose noise the bands correlate</source>
        <translation>ein Beispiel kann an benachbarten Schritten teilnehmen, deren Rauschen die Bänder korrelieren</translation>
    </message>
    <message>
        <source>draw from the steps of its group alone, or use one band</source>
        <translation>ziehen Sie nur aus den Schritten seiner Gruppe, oder verwenden Sie ein Band</translation>
    </message>
    <message>
        <source>in one pass over the data bins are drawn as accounted</source>
        <translation>in einem Durchgang durch die Daten werden Bins wie angesetzt gezogen</translation>
    </message>
    <message>
        <source>bins that every epoch repeats are drawn once only</source>
        <translation>Bins, die jede Epoche wiederholt, werden nur einmal gezogen</translation>
    </message>
    <message>
        <source>an example that is sampled may take part any number of times, and not exactly once an epoch: neither bounds the other</source>
        <translation>ein Beispiel, das als Stichprobe gezogen wird, kann beliebig oft teilnehmen und nicht genau einmal je Epoche: Keines beschränkt das andere</translation>
    </message>
    <message>
        <source>account for it as cyclic-poisson and sample like that</source>
        <translation>rechnen Sie es als zyklisches Poisson ab und ziehen Sie so</translation>
    </message>
    <message>
        <source>the job draws no steps at random, so nothing is amplified: epsilon may be much larger</source>
        <translation>der Job zieht keine Schritte zufällig, also wird nichts verstärkt: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>cyclic allocation</source>
        <translation>zyklische Zuteilung</translation>
    </message>
    <message>
        <source>The number of steps, the strategy and the other settings do not depend on the data, the exact number of %1s included.</source>
        <translation>Die Zahl der Schritte, die Strategie und die übrigen Einstellungen hängen nicht von den Daten ab, auch nicht von der genauen Anzahl (Einheit: %1).</translation>
    </message>
    <message>
        <source>privacy loss distribution of truncated Poisson sampling, sampling probability %1, at most %2 examples of %3 to %4 in a batch, %5 compositions, the worse of both directions, pessimistic: sigma is too large by about %6 relative</source>
        <translation>Verteilung des Privatheitsverlusts gekappter Poisson-Stichproben, Ziehungswahrscheinlichkeit %1, höchstens %2 von %3 bis %4 Beispielen in einem Batch, %5 Kompositionen, die schlechtere beider Richtungen, pessimistisch: Sigma ist relativ um etwa %6 zu groß</translation>
    </message>
    <message>
        <source>%1 %2 Parts differ in size by at most one.</source>
        <translation>%1 %2 Teile unterscheiden sich in der Größe um höchstens eins.</translation>
    </message>
    <message>
        <source>batches are cut at %1 as accounted</source>
        <translation>Batches werden wie angesetzt bei %1 gekappt</translation>
    </message>
    <message>
        <source>say the largest batch and the size of the data set, or process batches of any size (in several passes where memory is short)</source>
        <translation>geben Sie den größten Batch und die Größe des Datensatzes an, oder verarbeiten Sie Batches jeder Größe (in mehreren Durchgängen, wo der Speicher knapp ist)</translation>
    </message>
    <message>
        <source>allocation fixes the number of participations: neither bounds the other</source>
        <translation>eine Zuteilung legt die Zahl der Teilnahmen fest: Keines beschränkt das andere</translation>
    </message>
    <message>
        <source>account for it with cyclic-allocation batching, or random-allocation for one band</source>
        <translation>rechnen Sie mit zyklischer Zuteilung ab, bei einem Band mit zufälliger</translation>
    </message>
    <message>
        <source>drawn anew in each epoch, an example may return after one step instead of %1 steps</source>
        <translation>in jeder Epoche neu gezogen, kann ein Beispiel nach einem statt nach %1 Schritten wiederkommen</translation>
    </message>
    <message>
        <source>account for it with shuffled-each-epoch batching, or credit the draw with random-allocation or cyclic-allocation batching</source>
        <translation>rechnen Sie es als jede Epoche gemischt ab, oder rechnen Sie das Los mit zufälliger oder zyklischer Zuteilung an</translation>
    </message>
    <message>
        <source>keep one order for all epochs, or account for it with shuffled-each-epoch batching</source>
        <translation>behalten Sie eine Reihenfolge für alle Epochen, oder rechnen Sie es als jede Epoche gemischt ab</translation>
    </message>
    <message>
        <source>privacy loss distribution of samples of a fixed size without replacement, a share of %1 of at least as many examples, %2 compositions, an added example in the place of another, the worse of both directions, pessimistic: sigma is too large by about %3 relative</source>
        <translation>Verteilung des Privatheitsverlusts von Stichproben fester Größe ohne Zurücklegen, ein Anteil von %1 an mindestens so vielen Beispielen, %2 Kompositionen, ein hinzugefügtes Beispiel an der Stelle eines anderen, die schlechtere beider Richtungen, pessimistisch: Sigma ist relativ um etwa %3 zu groß</translation>
    </message>
    <message>
        <source>privacy loss distribution of samples of a fixed size without replacement, a share of %1, %2 compositions of the symmetrised pair of a replaced example, pessimistic: sigma is too large by about %3 relative</source>
        <translation>Verteilung des Privatheitsverlusts von Stichproben fester Größe ohne Zurücklegen, ein Anteil von %1, %2 Kompositionen des symmetrisierten Paars eines ersetzten Beispiels, pessimistisch: Sigma ist relativ um etwa %3 zu groß</translation>
    </message>
    <message>
        <source>%1 belongs to one of %2 parts of fixed, public sizes, chosen once and independently of all others; step i takes a share of %3 of part i mod %4, of a fixed size, drawn uniformly without replacement, independently of other steps and in secret. Shuffled batches do not satisfy this.</source>
        <translation>%1 gehört zu einem von %2 Teilen fester, öffentlicher Größe, einmal und unabhängig von allen anderen gewählt; Schritt i nimmt einen Anteil von %3 des Teils i mod %4, von fester Größe, gleichverteilt ohne Zurücklegen gezogen, unabhängig von anderen Schritten und im Geheimen. Gemischte Batches erfüllen das nicht.</translation>
    </message>
    <message>
        <source>draw each batch uniformly, without replacement and of a fixed size, anew at each step; or choose the batching that the job has</source>
        <translation>ziehen Sie jeden Batch in jedem Schritt neu, gleichverteilt, ohne Zurücklegen und von fester Größe; oder wählen Sie die Batchbildung des Jobs</translation>
    </message>
    <message>
        <source>independent coins are another mechanism than a fixed size</source>
        <translation>unabhängige Münzen sind ein anderer Mechanismus als eine feste Größe</translation>
    </message>
    <message>
        <source>the job does not draw its batches anew at each step: epsilon may be much larger</source>
        <translation>der Job zieht seine Batches nicht in jedem Schritt neu: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>The size of the samples, the strategy and the other settings do not depend on the data.</source>
        <translation>Die Größe der Stichproben, die Strategie und die übrigen Einstellungen hängen nicht von den Daten ab.</translation>
    </message>
    <message>
        <source>random allocation</source>
        <translation>zufällige Zuteilung</translation>
    </message>
    <message>
        <source>at most %1 under %2</source>
        <translation>höchstens %1 unter %2</translation>
    </message>
    <message>
        <source>privacy loss distribution of %1 epochs in each of which one of %2 steps is drawn, the worse of both directions, pessimistic, nothing sampled: sigma is too large by about %3 relative</source>
        <translation>Verteilung des Privatheitsverlusts von %1 Epochen, in deren jeder einer von %2 Schritten gezogen wird, die schlechtere beider Richtungen, pessimistisch, ohne Stichproben: Sigma ist relativ um etwa %3 zu groß</translation>
    </message>
    <message>
        <source>Of a batch of more than %1, all but %2 are left out, drawn uniformly at random; the data set has %3 members, which is public.</source>
        <translation>Von einem Batch mit mehr als %1 bleiben alle bis auf %2 weg, gleichverteilt ausgelost; der Datensatz hat %3 Mitglieder, was öffentlich ist.</translation>
    </message>
    <message>
        <source>%1 takes part in exactly one of the %2 steps of every epoch, drawn uniformly at random, independently of all others and of other epochs, and in secret. Shuffled batches of a fixed size do not satisfy this.</source>
        <translation>%1 nimmt an genau einem der %2 Schritte jeder Epoche teil, gleichverteilt gezogen, unabhängig von allen anderen und von anderen Epochen und im Geheimen. Gemischte Batches fester Größe erfüllen das nicht.</translation>
    </message>
    <message>
        <source>The noise of each step is its own: the strategy has one band.</source>
        <translation>Jeder Schritt hat sein eigenes Rauschen: Die Strategie hat ein Band.</translation>
    </message>
    <message>
        <source>draw every example&apos;s step anew in each epoch, independently; or account without amplification (shuffled-each-epoch or min-sep batching)</source>
        <translation>ziehen Sie den Schritt jedes Beispiels in jeder Epoche neu und unabhängig; oder rechnen Sie ohne Verstärkung ab (jede Epoche gemischt oder Mindestabstand)</translation>
    </message>
    <message>
        <source>an example is drawn for the steps of its group alone, which hide it less</source>
        <translation>ein Beispiel wird nur für die Schritte seiner Gruppe gezogen, die es weniger verbergen</translation>
    </message>
    <message>
        <source>account for it with cyclic-allocation batching</source>
        <translation>rechnen Sie mit zyklischer Zuteilung ab</translation>
    </message>
    <message>
        <source>%1 takes part at most once in each of %2 epochs of %3 steps, at any of them: the last step of one epoch and the first of the next may follow each other. No randomness of the order is credited.</source>
        <translation>%1 nimmt in jeder von %2 Epochen zu %3 Schritten höchstens einmal teil, an irgendeinem davon: Der letzte Schritt einer Epoche und der erste der nächsten können aufeinander folgen. Der Zufall der Reihenfolge wird nicht angerechnet.</translation>
    </message>
    <message>
        <source>the job keeps no epochs of %1 steps with one participation each</source>
        <translation>der Job hält keine Epochen von %1 Schritten mit je einer Teilnahme ein</translation>
    </message>
    <message>
        <source>every epoch uses an example once</source>
        <translation>jede Epoche verwendet ein Beispiel einmal</translation>
    </message>
    <message>
        <source>at most once in 1 epoch of %1 steps</source>
        <translation>höchstens einmal in 1 Epoche zu %1 Schritten</translation>
    </message>
    <message>
        <source>at most once in each of %1 epochs of %2 steps</source>
        <translation>höchstens einmal in jeder von %1 Epochen zu %2 Schritten</translation>
    </message>
    <message>
        <source>an input that is a number</source>
        <translation>eine Eingabe, die eine Zahl ist</translation>
    </message>
    <message>
        <source>another input: epsilon is what the map asks for</source>
        <translation>eine andere Eingabe: Nach Epsilon fragt die Karte</translation>
    </message>
    <message>
        <source>values that rise</source>
        <translation>ansteigende Werte</translation>
    </message>
    <message>
        <source>mapping two inputs</source>
        <translation>Karte zweier Eingaben</translation>
    </message>
    <message>
        <source>at most %1 steps an epoch in a map: its noise would take long to account for</source>
        <translation>höchstens %1 Schritte je Epoche in einer Karte: Die Abrechnung des Rauschens dauerte lange</translation>
    </message>
    <message>
        <source>one from %1 to %2: this noise promises none of them</source>
        <translation>eines von %1 bis %2: Dieses Rauschen verspricht keines davon</translation>
    </message>
    <message>
        <source>two different inputs</source>
        <translation>zwei verschiedene Eingaben</translation>
    </message>
    <message>
        <source>one mechanism for a map</source>
        <translation>ein bestimmter Mechanismus für eine Karte</translation>
    </message>
    <message>
        <source>a number of bands: at a fixed noise multiplier more of them only promise less</source>
        <translation>eine Anzahl von Bändern: Bei festem Rauschmultiplikator versprechen mehr von ihnen nur weniger</translation>
    </message>
    <message>
        <source>a number below %1</source>
        <translation>eine Zahl unter %1</translation>
    </message>
    <message>
        <source>a number of at least 1</source>
        <translation>eine Zahl ab 1</translation>
    </message>
    <message>
        <source>Batches are cut now and then, which costs noise; with room for %1 they hardly ever are.</source>
        <translation>Batches werden ab und zu gekappt, was Rauschen kostet; mit Platz für %1 kommt es kaum vor.</translation>
    </message>
    <message>
        <source>That a batch may have to be cut takes %1 of delta; with room for %2 it takes a hundredth.</source>
        <translation>Dass ein Batch gekappt werden muss, nimmt %1 von Delta; mit Platz für %2 ein Hundertstel.</translation>
    </message>
    <message>
        <source>1 (independent noise under %1)</source>
        <translation>1 (unabhängiges Rauschen unter %1)</translation>
    </message>
    <message>
        <source>a divisor of the %1 steps of an epoch under %2, such as %3</source>
        <translation>ein Teiler der %1 Schritte einer Epoche unter %2, etwa %3</translation>
    </message>
    <message>
        <source>independent noise under %1</source>
        <translation>unabhängiges Rauschen unter %1</translation>
    </message>
    <message>
        <source>%1 or %2, which divide the %3 steps of an epoch, under %4</source>
        <translation>%1 oder %2, die die %3 Schritte einer Epoche teilen, unter %4</translation>
    </message>
    <message>
        <source>%1, which divides the %2 steps of an epoch, under %3</source>
        <translation>%1, was die %2 Schritte einer Epoche teilt, unter %3</translation>
    </message>
    <message>
        <source>a largest batch only beside the size of the data set, which determines how often batches are cut</source>
        <translation>einen größten Batch nur neben der Größe des Datensatzes, an der sich zeigt, wie oft Batches gekappt werden</translation>
    </message>
    <message>
        <source>at least %1, the expected size of a batch</source>
        <translation>mindestens %1, die erwartete Größe eines Batches</translation>
    </message>
    <message>
        <source>at least %1 under %2: that a batch must be cut counts against delta (%3 takes a hundredth of it)</source>
        <translation>mindestens %1 unter %2: Dass ein Batch gekappt werden muss, zählt gegen Delta (%3 nimmt ein Hundertstel davon)</translation>
    </message>
    <message>
        <source>largest batch</source>
        <translation>größter Batch</translation>
    </message>
    <message>
        <source>Each example lands in one of n / k batches at random, once; every epoch repeats them (amplified, non-negative strategies)</source>
        <translation>Jedes Beispiel landet zufällig in einem von n / k Batches, einmal; jede Epoche wiederholt sie (verstärkt, nichtnegative Strategien)</translation>
    </message>
    <message>
        <source>Each example takes part in one step of its group in every epoch, drawn anew (amplified; bands divide the steps of an epoch)</source>
        <translation>Jedes Beispiel nimmt in jeder Epoche an einem neu gezogenen Schritt seiner Gruppe teil (verstärkt; die Bänder teilen die Schritte einer Epoche)</translation>
    </message>
    <message>
        <source>Data split into b parts; step i samples part i mod b by Poisson sampling (amplified)</source>
        <translation>Die Daten sind in b Teile geteilt; Schritt i zieht aus Teil i mod b durch Poisson-Stichproben (verstärkt)</translation>
    </message>
    <message>
        <source>The same order in every epoch; also shuffled once. Not amplified</source>
        <translation>Dieselbe Reihenfolge in jeder Epoche; auch einmal gemischt. Nicht verstärkt</translation>
    </message>
    <message>
        <source>Every batch is a new random sample of a fixed size from part i mod b of the data (amplified)</source>
        <translation>Jeder Batch ist eine neue Stichprobe fester Größe aus Teil i mod b der Daten (verstärkt)</translation>
    </message>
    <message>
        <source>Exactly as the accounting assumes</source>
        <translation>Genau so, wie die Abrechnung es annimmt</translation>
    </message>
    <message>
        <source>Every example joins every batch independently</source>
        <translation>Jedes Beispiel kommt unabhängig in jeden Batch</translation>
    </message>
    <message>
        <source>Step i samples part i mod b of the data, each member independently</source>
        <translation>Schritt i zieht aus Teil i mod b der Daten, jedes Mitglied unabhängig</translation>
    </message>
    <message>
        <source>Each example lands in one of n / k batches at random, once; every epoch repeats them</source>
        <translation>Jedes Beispiel landet zufällig in einem von n / k Batches, einmal; jede Epoche wiederholt sie</translation>
    </message>
    <message>
        <source>Each example takes part in one step of every epoch, drawn anew</source>
        <translation>Jedes Beispiel nimmt in jeder Epoche an einem neu gezogenen Schritt teil</translation>
    </message>
    <message>
        <source>The same among the steps of its group, i mod b</source>
        <translation>Dasselbe unter den Schritten seiner Gruppe, i mod b</translation>
    </message>
    <message>
        <source>One order that nothing random decides, the same in every epoch</source>
        <translation>Eine Reihenfolge, die kein Zufall bestimmt, in jeder Epoche dieselbe</translation>
    </message>
    <message>
        <source>Shuffled before training, then the same order in every epoch</source>
        <translation>Vor dem Training gemischt, dann in jeder Epoche dieselbe Reihenfolge</translation>
    </message>
    <message>
        <source>Shuffled anew for every epoch</source>
        <translation>Für jede Epoche neu gemischt</translation>
    </message>
    <message>
        <source>An example waits at least s steps before it takes part again, k times at most</source>
        <translation>Ein Beispiel wartet mindestens s Schritte bis zur nächsten Teilnahme, höchstens k Teilnahmen</translation>
    </message>
    <message>
        <source>At least s steps between two participations of an example. Not amplified</source>
        <translation>Mindestens s Schritte zwischen zwei Teilnahmen eines Beispiels. Nicht verstärkt</translation>
    </message>
    <message>
        <source>Each example takes part in one step of every epoch, drawn anew (amplified, independent noise only)</source>
        <translation>Jedes Beispiel nimmt in jeder Epoche an einem neu gezogenen Schritt teil (verstärkt, nur für unabhängiges Rauschen)</translation>
    </message>
    <message>
        <source>Shuffled anew for every epoch: once an epoch, at any step. Not amplified</source>
        <translation>Für jede Epoche neu gemischt: einmal je Epoche, an irgendeinem Schritt. Ohne Verstärkung</translation>
    </message>
    <message>
        <source>Every example takes part at most once. Not amplified</source>
        <translation>Jedes Beispiel nimmt höchstens einmal teil. Nicht verstärkt</translation>
    </message>
    <message>
        <source>b-min-sep sampling</source>
        <translation>b-min-sep-Stichproben</translation>
    </message>
    <message>
        <source>%1 joins every step with probability %2, independently of all others and in secret.</source>
        <translation>%1 nimmt an jedem Schritt mit Wahrscheinlichkeit %2 teil, unabhängig von allen anderen und geheim.</translation>
    </message>
    <message>
        <source>%1 rests for %2 steps after each participation and else joins a step with probability %3, independently of all others and in secret; at the start it is free with probability %4, or has uniformly 1 to %5 steps of rest left. Shuffled batches and devices that decide by themselves do not satisfy this.</source>
        <translation>%1 ruht nach jeder Teilnahme %2 Schritte und nimmt sonst an einem Schritt mit Wahrscheinlichkeit %3 teil, unabhängig von allen anderen und geheim; zu Beginn frei mit Wahrscheinlichkeit %4, oder gleichverteilt noch 1 bis %5 Schritte ruhend. Gemischte Batches und Geräte, die selbst entscheiden, erfüllen das nicht.</translation>
    </message>
    <message>
        <source>The strategy has %1, at most n/k = %2: as many as there are steps from one participation to the next, at least.</source>
        <translation>Die Strategie hat %1, höchstens n/k = %2: so viele, wie von einer Teilnahme zur nächsten mindestens Schritte vergehen.</translation>
    </message>
    <message>
        <source>let each example rest for b - 1 steps after it took part, and join steps at random by itself else</source>
        <translation>jedes Beispiel nach einer Teilnahme b - 1 Schritte ruhen und sonst für sich zufällig an Schritten teilnehmen lassen</translation>
    </message>
    <message>
        <source>the job samples in another way: neither bounds the other</source>
        <translation>der Job zieht auf andere Weise: Keines von beiden beschränkt das andere</translation>
    </message>
    <message>
        <source>who comes is neither random by a known law nor secret, so nothing is amplified</source>
        <translation>wer kommt, ist weder nach einem bekannten Gesetz zufällig noch geheim, also wird nichts verstärkt</translation>
    </message>
    <message>
        <source>the job&apos;s batches are not sampled so: epsilon may be much larger</source>
        <translation>die Batches des Jobs werden nicht so gezogen: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>Who took part rests for b - 1 steps, then joins each step with the same probability; the loader decides, in secret (amplified)</source>
        <translation>Wer teilnahm, ruht b - 1 Schritte und kommt dann zu jedem Schritt mit derselben Wahrscheinlichkeit; der Datenlader entscheidet im Geheimen (verstärkt)</translation>
    </message>
    <message>
        <source>The sampling probability, the strategy and the other settings do not depend on the data, the exact number of %1s included; sums are divided by a public number, not by the size of the batch.</source>
        <translation>Die Stichprobenwahrscheinlichkeit, die Strategie und die anderen Einstellungen hängen nicht von den Daten ab, auch nicht von der genauen Anzahl (je %1); Summen werden durch eine öffentliche Zahl geteilt, nicht durch die Größe des Batches.</translation>
    </message>
    <message>
        <source>the job samples as accounted, and its groups are drawn at random besides</source>
        <translation>der Job zieht wie angesetzt, und seine Gruppen sind außerdem zufällig gezogen</translation>
    </message>
    <message>
        <source>who rests after each participation is not sampled from fixed parts: neither bounds the other</source>
        <translation>wer nach jeder Teilnahme ruht, wird nicht aus festen Teilen gezogen: Keines von beiden beschränkt das andere</translation>
    </message>
    <message>
        <source>account for it with b-min-sep batching</source>
        <translation>mit der Batchbildung b-min-sep abrechnen</translation>
    </message>
    <message>
        <source>cyclic Poisson sampling from random groups</source>
        <translation>zyklische Poisson-Stichproben aus zufälligen Gruppen</translation>
    </message>
    <message>
        <source>%1 is assigned to one of %2 groups uniformly at random, once, independently of all others and in secret, as are the batches and their sizes; step i samples from group i mod %3, each member independently with probability %4. Groups that are public, chosen, or equal parts of a shuffle do not satisfy this.</source>
        <translation>%1 kommt gleichverteilt zufällig in eine von %2 Gruppen, einmal, unabhängig von allen anderen und geheim, wie auch die Batches und ihre Größen; Schritt i zieht aus Gruppe i mod %3, jedes Mitglied unabhängig mit Wahrscheinlichkeit %4. Öffentliche oder ausgewählte Gruppen und gleiche Teile einer gemischten Reihenfolge erfüllen das nicht.</translation>
    </message>
    <message>
        <source>draw each example&apos;s group independently, uniformly and in secret, and sample from group i mod b at step i</source>
        <translation>die Gruppe jedes Beispiels unabhängig, gleichverteilt und geheim ziehen, und in Schritt i Stichproben aus Gruppe i mod b</translation>
    </message>
    <message>
        <source>parts that are known, chosen, or equal in size are not drawn for each example independently and in secret</source>
        <translation>bekannte, ausgewählte oder gleich große Teile sind nicht für jedes Beispiel unabhängig und geheim gezogen</translation>
    </message>
    <message>
        <source>draw each example&apos;s group independently, or account for it with cyclic-poisson batching</source>
        <translation>die Gruppe jedes Beispiels unabhängig ziehen, oder mit der Batchbildung cyclic-poisson abrechnen</translation>
    </message>
    <message>
        <source>the job does not sample from random groups: epsilon may be much larger</source>
        <translation>der Job zieht nicht aus zufälligen Gruppen: Epsilon kann viel größer sein</translation>
    </message>
    <message>
        <source>cyclic Poisson, random groups</source>
        <translation>zyklisches Poisson, zufällige Gruppen</translation>
    </message>
    <message>
        <source>As cyclic Poisson, but each example draws its group itself, once and in secret (amplified)</source>
        <translation>Wie zyklisches Poisson, doch jedes Beispiel zieht seine Gruppe selbst, einmal und im Geheimen (verstärkt)</translation>
    </message>
    <message>
        <source>The sampling probability, the number of groups, the strategy and the other settings do not depend on the data, the exact number of %1s included; sums are divided by a public number, not by the size of the batch.</source>
        <translation>Die Stichprobenwahrscheinlichkeit, die Zahl der Gruppen, die Strategie und die anderen Einstellungen hängen nicht von den Daten ab, auch nicht von der genauen Anzahl (je %1); Summen werden durch eine öffentliche Zahl geteilt, nicht durch die Größe des Batches.</translation>
    </message>
    <message>
        <source>cyclic Poisson sampling, random groups</source>
        <translation>zyklische Poisson-Stichproben, zufällige Gruppen</translation>
    </message>
    <message>
        <source>Step i samples group i mod b, where each example drew its group itself, once and in secret</source>
        <translation>Schritt i zieht aus Gruppe i mod b, die jedes Beispiel selbst zog, einmal und im Geheimen</translation>
    </message>
    <message>
        <source>Who took part rests for b - 1 steps, then joins each step with the same probability</source>
        <translation>Wer teilnahm, ruht b - 1 Schritte und kommt dann zu jedem Schritt mit derselben Wahrscheinlichkeit</translation>
    </message>
    <message>
        <source>privacy loss distribution of the composition of Poisson-subsampled Gaussian mechanisms that bounds %1, the worse of both directions, pessimistic, nothing sampled</source>
        <translation>Verteilung des Privatheitsverlusts (PLD) der Komposition von Gauß-Mechanismen mit Poisson-Stichproben, die dies beschränkt: %1; die schlechtere beider Richtungen, pessimistisch, nichts gezogen</translation>
    </message>
    <message>
        <source>moment bound</source>
        <translation>Momentenschranke</translation>
    </message>
    <message>
        <source>Chernoff&apos;s bound of the privacy loss of %1 from bounds of its moments, the worse of both directions, nothing sampled</source>
        <translation>Chernoff-Schranke des Privatheitsverlusts aus Schranken seiner Momente (%1), die schlechtere beider Richtungen, nichts gezogen</translation>
    </message>
    <message>
        <source>importance sampling of the privacy loss of %1, %2 samples, the worse of both directions: an upper confidence bound that fails with probability at most %3 over the draw of the samples (and so does each other figure of the profile); the samples are those of a fixed public stream, so that anyone gets the same figure</source>
        <translation>Importance Sampling des Privatheitsverlusts (%1), %2 Stichproben, die schlechtere beider Richtungen: eine obere Konfidenzschranke, die mit einer Wahrscheinlichkeit von höchstens %3 über die Ziehung der Stichproben versagt (wie auch jede andere Zahl des Profils); die Stichproben kommen aus einem festen öffentlichen Strom, sodass alle dieselbe Zahl erhalten</translation>
    </message>
    <message>
        <source>at most %1 iterations in a map: its noise would take long to account for</source>
        <translation>höchstens %1 Iterationen in einer Karte: Sein Rauschen abzurechnen dauerte lange</translation>
    </message>
    <message>
        <source>must not be null under this batching</source>
        <translation>darf bei dieser Batchbildung nicht null sein</translation>
    </message>
    <message>
        <source>for columns of so many bands</source>
        <translation>bei Spalten mit so vielen Bändern</translation>
    </message>
    <message>
        <source>random groups</source>
        <translation>zufällige Gruppen</translation>
    </message>
    <message>
        <source>truncated Poisson</source>
        <translation>gekürztes Poisson</translation>
    </message>
    <message>
        <source>%1 band</source>
        <translation>%1 Band</translation>
    </message>
    <message>
        <source>one whose bands divide the %1 steps of an epoch under %2</source>
        <translation>eine, deren Bänder die %1 Schritte einer Epoche teilen, unter %2</translation>
    </message>
    <message>
        <source>certifying a profile</source>
        <translation>zertifiziert ein Profil</translation>
    </message>
    <message>
        <source>certified designs: this one is estimated</source>
        <translation>zertifizierte Entwürfe: Dieser ist geschätzt</translation>
    </message>
    <message>
        <source>designs whose claim is made: the job of this one is not as accounted</source>
        <translation>Entwürfe, deren Zusage gilt: Der Job von diesem ist nicht wie angesetzt</translation>
    </message>
    <message>
        <source>designs of one adjacency and one unit of privacy: promises to others do not add up</source>
        <translation>Entwürfe mit einer Nachbarschaft und einer Privatheitseinheit: Versprechen an andere lassen sich nicht zusammenzählen</translation>
    </message>
    <message>
        <source>the steps that participations are apart</source>
        <translation>die Schritte, die Teilnahmen auseinanderliegen</translation>
    </message>
    <message>
        <source>BLT by rational approximation</source>
        <translation>BLT durch rationale Näherung</translation>
    </message>
    <message>
        <source>The buffers of an explicit rational approximation of the square root</source>
        <translation>Die Puffer einer expliziten rationalen Näherung der Quadratwurzel</translation>
    </message>
    <message>
        <source>own nodes alone</source>
        <translation>nur eigene Knoten</translation>
    </message>
    <message>
        <source>Solving for this takes about %1 min and up to %2 GB of memory; it can be stopped.</source>
        <translation>Dies zu lösen dauert etwa %1 min und braucht bis zu %2 GB Speicher; es lässt sich anhalten.</translation>
    </message>
    <message>
        <source>the best of those tried, of 1 to %1 (doubled while that paid)</source>
        <translation>die beste der versuchten, von 1 bis %1 (verdoppelt, solange es sich lohnte)</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>Zugriffsrechte</translation>
    </message>
    <message>
        <source>is %1, so that others can read or change the key; make it 0600 (chmod 600)</source>
        <translation>sind %1: Andere können den Schlüssel lesen oder ändern; nötig ist 0600 (chmod 600)</translation>
    </message>
    <message>
        <source>holds neither 32 bytes nor 64 hexadecimal digits</source>
        <translation>enthält weder 32 Bytes noch 64 hexadezimale Ziffern</translation>
    </message>
    <message>
        <source>as many that a block has %1 steps, which %2 runs (here it has %3)</source>
        <translation>so viele, dass ein Block %1 Schritte hat, wie %2 es erlaubt (hier hat er %3)</translation>
    </message>
    <message>
        <source>%1 (independent noise under %2)</source>
        <translation>%1 (unabhängiges Rauschen unter %2)</translation>
    </message>
    <message>
        <source>%1 to %2 (blocks of at most %3 steps under %4)</source>
        <translation>%1 bis %2 (Blöcke von höchstens %3 Schritten unter %4)</translation>
    </message>
    <message>
        <source>drawn by noiseloom-cli batches</source>
        <translation>gezogen von noiseloom-cli batches</translation>
    </message>
    <message>
        <source>The batches that noiseloom-cli batches draws from the run&apos;s secret key, as the accounting assumes</source>
        <translation>Die Batches, die noiseloom-cli batches aus dem geheimen Schlüssel des Laufs zieht, wie die Abrechnung sie annimmt</translation>
    </message>
    <message>
        <source>noiseloom-cli batches</source>
        <translation>aus noiseloom-cli batches</translation>
    </message>
    <message>
        <source>%1:%2</source>
        <translation>%1:%2</translation>
    </message>
    <message>
        <source>FROM:TO with 0 &lt;= FROM &lt; TO &lt;= %1, the steps of the design, 2^29 of them at most</source>
        <translation>FROM:TO mit 0 &lt;= FROM &lt; TO &lt;= %1, den Schritten des Entwurfs, höchstens 2^29 davon</translation>
    </message>
    <message>
        <source>fewer steps: a file holds 2^29 examples, which those up to %1 exceed</source>
        <translation>weniger Schritte: Eine Datei fasst 2^29 Beispiele, die bis Schritt %1 überschritten sind</translation>
    </message>
    <message>
        <source>forming batches</source>
        <translation>bildet Batches</translation>
    </message>
    <message>
        <source>the bytes of the file must fit 64 bits</source>
        <translation>die Bytes der Datei müssen in 64 Bits passen</translation>
    </message>
    <message>
        <source>holds rows of an interrupted run: go on with it (--resume) or remove it</source>
        <translation>enthält Zeilen eines unterbrochenen Laufs: Setzen Sie ihn fort (--resume) oder entfernen Sie sie</translation>
    </message>
    <message>
        <source>is being written by another process</source>
        <translation>wird gerade von einem anderen Prozess geschrieben</translation>
    </message>
    <message>
        <source>header</source>
        <translation>Kopf</translation>
    </message>
    <message>
        <source>is not that of %1 rows of %2 values of %3: the interrupted run was asked for others</source>
        <translation>ist nicht der von %1 Zeilen mit %2 Werten in %3: Der unterbrochene Lauf sollte andere erzeugen</translation>
    </message>
    <message>
        <source>has more bytes than its %1 rows</source>
        <translation>hat mehr Bytes als ihre %1 Zeilen</translation>
    </message>
    <message>
        <source>has fewer bytes than its %1 rows</source>
        <translation>hat weniger Bytes als ihre %1 Zeilen</translation>
    </message>
    <message>
        <source>needs %1 bytes, and the disk has room for %2</source>
        <translation>braucht %1 Bytes, und der Datenträger hat Platz für %2</translation>
    </message>
    <message>
        <source>at least one parameter a shard</source>
        <translation>mindestens ein Parameter je Shard</translation>
    </message>
    <message>
        <source>does not end with a seal</source>
        <translation>endet nicht mit einem Siegel</translation>
    </message>
    <message>
        <source>holds no line of a record</source>
        <translation>enthält keine Zeile einer Aufzeichnung</translation>
    </message>
    <message>
        <source>the steps of the design</source>
        <translation>die Schritte des Entwurfs</translation>
    </message>
    <message>
        <source>is a record that others can read or change; make it 0600 (chmod 600)</source>
        <translation>ist eine Aufzeichnung, die andere lesen oder ändern können; setzen Sie 0600 (chmod 600)</translation>
    </message>
    <message>
        <source>is being written by another job</source>
        <translation>wird gerade von einem anderen Job geschrieben</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>is that of another key: give each run a record of its own</source>
        <translation>gehört zu einem anderen Schlüssel: Jeder Lauf braucht eine eigene Aufzeichnung</translation>
    </message>
    <message>
        <source>line 1</source>
        <translation>Zeile 1</translation>
    </message>
    <message>
        <source>%1, of which the record is</source>
        <translation>%1 wie in der Aufzeichnung</translation>
    </message>
    <message>
        <source>unordered examples</source>
        <translation>ungeordnete Beispiele</translation>
    </message>
    <message>
        <source>every example once, in increasing order</source>
        <translation>jedes Beispiel einmal, in aufsteigender Reihenfolge</translation>
    </message>
    <message>
        <source>step %1 is beyond the %2 steps of the design</source>
        <translation>Schritt %1 liegt jenseits der %2 Schritte des Entwurfs</translation>
    </message>
    <message>
        <source>resumed at step %1, which leaves out steps from %2 on</source>
        <translation>bei Schritt %1 fortgesetzt, was Schritte ab %2 auslässt</translation>
    </message>
    <message>
        <source>step %1 follows where step %2 was next</source>
        <translation>Schritt %1 folgt, wo Schritt %2 an der Reihe war</translation>
    </message>
    <message>
        <source>step %1 is done again where step %2 was next, and no resume says so</source>
        <translation>Schritt %1 wird wiederholt, wo Schritt %2 an der Reihe war, ohne dass eine Fortsetzung es sagt</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>from step 0 on, none left out</source>
        <translation>von Schritt 0 an, keiner ausgelassen</translation>
    </message>
    <message>
        <source>step %1 was done twice, with two batches</source>
        <translation>Schritt %1 wurde zweimal ausgeführt, mit zwei Batches</translation>
    </message>
    <message>
        <source>step %1 was done twice, with two draws of the noise</source>
        <translation>Schritt %1 wurde zweimal ausgeführt, mit zwei Ziehungen des Rauschens</translation>
    </message>
    <message>
        <source>step %1 was done twice with the same noise, and what it released differs: the noise cancels</source>
        <translation>Schritt %1 wurde zweimal mit demselben Rauschen ausgeführt, und was er herausgab, ist verschieden: Das Rauschen hebt sich auf</translation>
    </message>
    <message>
        <source>the same again</source>
        <translation>noch einmal dasselbe</translation>
    </message>
    <message>
        <source>another key</source>
        <translation>ein anderer Schlüssel</translation>
    </message>
    <message>
        <source>the same key</source>
        <translation>derselbe Schlüssel</translation>
    </message>
    <message>
        <source>two runs with one key, or shards that overlap: the difference of their noise cancels</source>
        <translation>zwei Läufe mit einem Schlüssel oder Teilstücke, die sich überschneiden: Das Rauschen hebt sich in ihrer Differenz auf</translation>
    </message>
    <message>
        <source>two runs with one key: the difference of their noise cancels</source>
        <translation>zwei Läufe mit einem Schlüssel: Das Rauschen hebt sich in ihrer Differenz auf</translation>
    </message>
    <message>
        <source>step %1 took another batch there</source>
        <translation>Schritt %1 nahm dort einen anderen Batch</translation>
    </message>
    <message>
        <source>another shard of this run</source>
        <translation>ein anderes Teilstück dieses Laufs</translation>
    </message>
    <message>
        <source>as they were written</source>
        <translation>wie sie geschrieben wurden</translation>
    </message>
    <message>
        <source>line %1 was changed, or lines before it are missing</source>
        <translation>Zeile %1 wurde geändert, oder es fehlen Zeilen davor</translation>
    </message>
    <message>
        <source>%1; in all %2 steps differ</source>
        <translation>%1; insgesamt weichen %2 Schritte ab</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>those of the run&apos;s key under %1</source>
        <translation>die des Schlüssels unter %1</translation>
    </message>
    <message>
        <source>step %1 took the batch of step %2</source>
        <translation>Schritt %1 nahm den Batch von Schritt %2</translation>
    </message>
    <message>
        <source>step %1 took nobody, and %2 examples are drawn for it</source>
        <translation>Schritt %1 nahm niemanden, und %2 Beispiele sind für ihn gezogen</translation>
    </message>
    <message>
        <source>step %1 took another batch than is drawn for it</source>
        <translation>Schritt %1 nahm einen anderen Batch, als für ihn gezogen ist</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>mindestens %1</translation>
    </message>
    <message>
        <source>step %1 has other noise than is drawn for it and its shard</source>
        <translation>Schritt %1 hat ein anderes Rauschen, als für ihn und sein Teilstück gezogen ist</translation>
    </message>
    <message>
        <source>that of the run&apos;s key</source>
        <translation>das des Schlüssels</translation>
    </message>
    <message>
        <source>those of the scenario</source>
        <translation>die des Szenarios</translation>
    </message>
    <message>
        <source>one of at most n/k = %1 bands under %2</source>
        <translation>eine mit höchstens n/k = %1 Bändern unter %2</translation>
    </message>
    <message>
        <source>%1, for which the strategy was designed, or design it anew</source>
        <translation>%1, wofür die Strategie entworfen wurde, oder entwerfen Sie sie neu</translation>
    </message>
    <message>
        <source>batches of any size under %1: its accounting knows of none that is cut</source>
        <translation>Batches beliebiger Größe unter %1: Die Abrechnung kennt keine, die gekürzt werden</translation>
    </message>
    <message>
        <source>one that has a sampler</source>
        <translation>eine, die ein Ziehungsverfahren hat</translation>
    </message>
    <message>
        <source>more examples: the share of %1 that a batch takes of one of %2 parts is less than one example</source>
        <translation>mehr Beispiele: Der Anteil %1, den ein Batch von einem von %2 Teilen nimmt, ist weniger als ein Beispiel</translation>
    </message>
    <message>
        <source>satisfied by noiseloom-cli batches, which draws them as accounted from the run&apos;s secret key</source>
        <translation>erfüllt durch noiseloom-cli batches, das sie wie angesetzt aus dem geheimen Schlüssel des Laufs zieht</translation>
    </message>
    <message>
        <source>fewer examples: one batch has some %1 of them, and a file holds 2^29</source>
        <translation>weniger Beispiele: Ein Batch allein hat etwa %1, und eine Datei fasst 2^29</translation>
    </message>
    <message>
        <source>the best of the %1 numbers up to %2 that %3 runs</source>
        <translation>die beste der %1 Anzahlen bis %2, die %3 zulässt</translation>
    </message>
    <message>
        <source>curvatures, beside running sums</source>
        <translation>Krümmungen, neben laufenden Summen</translation>
    </message>
    <message>
        <source>must be null or a list of at most %1 pairs of numbers</source>
        <translation>muss null oder eine Liste von höchstens %1 Zahlenpaaren sein</translation>
    </message>
    <message>
        <source>it with running sums: a curvature acts on what the steps add up to</source>
        <translation>es mit laufenden Summen: Eine Krümmung wirkt auf das, was die Schritte summieren</translation>
    </message>
    <message>
        <source>it with one learning rate for all steps: a curvature counts times the learning rate</source>
        <translation>es mit einer Lernrate für alle Schritte: Eine Krümmung zählt mal der Lernrate</translation>
    </message>
    <message>
        <source>it without momentum: momentum and a curvature make another recursion, which is not known here</source>
        <translation>es ohne Momentum: Momentum und eine Krümmung ergeben eine andere Rekursion, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>it without weight decay: that belongs to the curvatures, each larger by 1 less its factor</source>
        <translation>es ohne Weight Decay: Der gehört zu den Krümmungen, von denen jede um 1 weniger seinem Faktor größer ist</translation>
    </message>
    <message>
        <source>curvatures, such as 0.001:5, 0.01, 0.1:2</source>
        <translation>Krümmungen wie 0.001:5, 0.01, 0.1:2</translation>
    </message>
    <message>
        <source>curvatures</source>
        <translation>Krümmungen</translation>
    </message>
    <message>
        <source>%1 curvatures</source>
        <translation>%1 Krümmungen</translation>
    </message>
    <message>
        <source>at most %1 of them</source>
        <translation>höchstens %1 davon</translation>
    </message>
    <message>
        <source>learning rate times curvature from 0 to 1: beyond, iterates swing to and fro</source>
        <translation>Lernrate mal Krümmung von 0 bis 1: Darüber schwingen Iterierte hin und her</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>Gewicht %1</translation>
    </message>
    <message>
        <source>weights above 0</source>
        <translation>Gewichte über 0</translation>
    </message>
    <message>
        <source>weights without a finite sum</source>
        <translation>Gewichte ohne endliche Summe</translation>
    </message>
    <message>
        <source>smaller weights</source>
        <translation>kleinere Gewichte</translation>
    </message>
    <message>
        <source>a curvature, or a curvature and its weight with a colon between them</source>
        <translation>eine Krümmung oder eine Krümmung und ihr Gewicht mit einem Doppelpunkt dazwischen</translation>
    </message>
    <message>
        <source>ends early</source>
        <translation>endet vorzeitig</translation>
    </message>
    <message>
        <source>is longer than 1 MiB: not a file of examples</source>
        <translation>ist länger als 1 MiB: keine Datei mit Beispielen</translation>
    </message>
    <message>
        <source>has %1 cells where the first line has %2</source>
        <translation>hat %1 Zellen, die erste Zeile dagegen %2</translation>
    </message>
    <message>
        <source>holds no example</source>
        <translation>enthält kein Beispiel</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>has one cell: an example is a feature or more and a label, parted by commas</source>
        <translation>hat eine Zelle: ein Beispiel besteht aus mindestens einem Merkmal und einem Label, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>has %1 cells: at most %2 features and a label are read</source>
        <translation>hat %1 Zellen: gelesen werden höchstens %2 Merkmale und ein Label</translation>
    </message>
    <message>
        <source>a number from 1 to %1 or a name of the first line</source>
        <translation>eine Zahl von 1 bis %1 oder ein Name der ersten Zeile</translation>
    </message>
    <message>
        <source>more than the %1 numbers that are read</source>
        <translation>mehr als die %1 Zahlen, die gelesen werden</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number that can be used</source>
        <translation>„%1“ ist keine brauchbare Zahl</translation>
    </message>
    <message>
        <source>is the label of one class more than the %1 that are read</source>
        <translation>ist das Label einer Klasse mehr als die %1, die gelesen werden</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a number, as the labels before it are</source>
        <translation>„%1“ ist anders als die Labels davor keine Zahl</translation>
    </message>
    <message>
        <source>holds more than the %1 bytes of text that are read</source>
        <translation>enthält mehr als die %1 Bytes Text, die gelesen werden</translation>
    </message>
    <message>
        <source>has element type &apos;%1&apos;: float32, float64, booleans and whole numbers are read</source>
        <translation>hat den Elementtyp &apos;%1&apos;: gelesen werden float32, float64, Wahrheitswerte und ganze Zahlen</translation>
    </message>
    <message>
        <source>is not that of an IDX file</source>
        <translation>ist nicht der einer IDX-Datei</translation>
    </message>
    <message>
        <source>is not that of an IDX file of one to four dimensions</source>
        <translation>ist nicht der einer IDX-Datei mit einer bis vier Dimensionen</translation>
    </message>
    <message>
        <source>says that it is empty</source>
        <translation>besagt, dass die Datei leer ist</translation>
    </message>
    <message>
        <source>has more than the %1 features that are read</source>
        <translation>hat mehr als die %1 Merkmale, die gelesen werden</translation>
    </message>
    <message>
        <source>has more than the %1 numbers that are read</source>
        <translation>hat mehr als die %1 Zahlen, die gelesen werden</translation>
    </message>
    <message>
        <source>asks for %1 bytes, more than the file has</source>
        <translation>verlangt %1 Bytes, mehr als die Datei hat</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>more bytes than its header says</source>
        <translation>mehr Bytes, als der Kopf der Datei angibt</translation>
    </message>
    <message>
        <source>example %1, feature %2</source>
        <translation>Beispiel %1, Merkmal %2</translation>
    </message>
    <message>
        <source>is not a number that can be used</source>
        <translation>ist keine brauchbare Zahl</translation>
    </message>
    <message>
        <source>is neither an IDX file nor a .npy array</source>
        <translation>ist weder eine IDX-Datei noch ein .npy-Array</translation>
    </message>
    <message>
        <source>has %1 labels for %2 examples</source>
        <translation>hat %1 Labels für %2 Beispiele</translation>
    </message>
    <message>
        <source>none: only CSV files have named columns</source>
        <translation>nichts: nur CSV-Dateien haben Spalten, die sich benennen lassen</translation>
    </message>
    <message>
        <source>none: a CSV file has them in a column</source>
        <translation>nichts: eine CSV-Datei hat sie in einer Spalte</translation>
    </message>
    <message>
        <source>the IDX file with the labels of %1</source>
        <translation>die IDX-Datei mit den Labels von %1</translation>
    </message>
    <message>
        <source>has one dimension: examples are rows of features and a label</source>
        <translation>hat eine Dimension: Beispiele sind Zeilen aus Merkmalen und einem Label</translation>
    </message>
    <message>
        <source>has one column: examples are rows of features and a label</source>
        <translation>hat eine Spalte: Beispiele sind Zeilen aus Merkmalen und einem Label</translation>
    </message>
    <message>
        <source>no example</source>
        <translation>kein Beispiel</translation>
    </message>
    <message>
        <source>examples with features</source>
        <translation>Beispiele mit Merkmalen</translation>
    </message>
    <message>
        <source>at most 2^28 numbers in all</source>
        <translation>insgesamt höchstens 2^28 Zahlen</translation>
    </message>
    <message>
        <source>example %1 with a feature that is no finite number</source>
        <translation>Beispiel %1 mit einem Merkmal, das keine endliche Zahl ist</translation>
    </message>
    <message>
        <source>finite numbers</source>
        <translation>endliche Zahlen</translation>
    </message>
    <message>
        <source>examples of one class</source>
        <translation>Beispiele einer einzigen Klasse</translation>
    </message>
    <message>
        <source>examples of two classes or more</source>
        <translation>Beispiele aus mindestens zwei Klassen</translation>
    </message>
    <message>
        <source>labels of %1 values</source>
        <translation>Labels mit %1 Werten</translation>
    </message>
    <message>
        <source>at most %1 classes, or a model that meets numbers (linear)</source>
        <translation>höchstens %1 Klassen oder ein Modell, das Zahlen trifft (linear)</translation>
    </message>
    <message>
        <source>labels that are words</source>
        <translation>Labels, die Wörter sind</translation>
    </message>
    <message>
        <source>numbers, or a model of classes</source>
        <translation>Zahlen oder ein Modell für Klassen</translation>
    </message>
    <message>
        <source>a data set</source>
        <translation>einen Datensatz</translation>
    </message>
    <message>
        <source>none to train with</source>
        <translation>keine zum Trainieren</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>logistic, softmax, tanh or relu: the data have %1 classes</source>
        <translation>logistic, softmax, tanh oder relu: die Daten haben %1 Klassen</translation>
    </message>
    <message>
        <source>linear, tanh or relu: the data have numbers to be met</source>
        <translation>linear, tanh oder relu: die Daten haben Zahlen, die zu treffen sind</translation>
    </message>
    <message>
        <source>softmax, tanh or relu: the data have %1 classes</source>
        <translation>softmax, tanh oder relu: die Daten haben %1 Klassen</translation>
    </message>
    <message>
        <source>a task to train</source>
        <translation>eine Aufgabe zum Trainieren</translation>
    </message>
    <message>
        <source>a design</source>
        <translation>einen Entwurf</translation>
    </message>
    <message>
        <source>a design whose noise is certified</source>
        <translation>einen Entwurf, dessen Rauschen zertifiziert ist</translation>
    </message>
    <message>
        <source>a design for the %1 examples that there are to train with</source>
        <translation>einen Entwurf für die %1 Beispiele, mit denen trainiert wird</translation>
    </message>
    <message>
        <source>one that does not fit</source>
        <translation>einer, der nicht passt</translation>
    </message>
    <message>
        <source>a state of this run</source>
        <translation>einen Stand dieses Laufs</translation>
    </message>
    <message>
        <source>one plan or more</source>
        <translation>mindestens einen Plan</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>too few seeds to tell: %1 or more say something of their own spread</source>
        <translation>zu wenige Seeds für ein Urteil, es braucht mindestens %1</translation>
    </message>
    <message>
        <source>a difference is seen: %1 standard errors from none</source>
        <translation>ein Unterschied ist zu sehen, %1 Standardfehler</translation>
    </message>
    <message>
        <source>no difference seen</source>
        <translation>kein Unterschied zu sehen</translation>
    </message>
    <message>
        <source>no difference seen; as it looks now, %1 more seeds would tell</source>
        <translation>kein Unterschied zu sehen; es fehlen wohl noch %1 Seeds</translation>
    </message>
    <message>
        <source>measuring curvatures</source>
        <translation>Krümmungen werden gemessen</translation>
    </message>
    <message>
        <source>training without noise</source>
        <translation>Training ohne Rauschen</translation>
    </message>
    <message>
        <source>a loss that curves upwards in no direction</source>
        <translation>ein Verlust, der sich in keiner Richtung nach oben krümmt</translation>
    </message>
    <message>
        <source>weights nearer to a minimum</source>
        <translation>Gewichte näher an einem Minimum</translation>
    </message>
    <message>
        <source>All %1 curvatures of the loss of %2 examples.</source>
        <translation>Alle %1 Krümmungen des Verlusts von %2 Beispielen.</translation>
    </message>
    <message>
        <source>An estimate for %1 weights, of the loss of %2 examples, from %3 random directions.</source>
        <translation>Eine Schätzung für %1 Gewichte, vom Verlust von %2 Beispielen, aus %3 zufälligen Richtungen.</translation>
    </message>
    <message>
        <source>%1 curvatures above 0 were joined to %2, which keeps their sum.</source>
        <translation>%1 Krümmungen über 0 wurden zu %2 zusammengefasst; ihre Summe bleibt erhalten.</translation>
    </message>
    <message>
        <source>Left out: %1 directions that curve downwards, %2 % of all that is curved; no minimum holds the noise there.</source>
        <translation>Weggelassen: %1 Richtungen, die sich nach unten krümmen, %2 % aller Krümmung; dort hält kein Minimum das Rauschen.</translation>
    </message>
    <message>
        <source>Left out: %1 flat directions, where noise adds nothing to the loss.</source>
        <translation>Weggelassen: %1 flache Richtungen, in denen Rauschen dem Verlust nichts hinzufügt.</translation>
    </message>
    <message>
        <source>Counted as 1: %1 directions (%2 % of the weight) whose learning rate times curvature is above 1, as steps go beyond the bottom.</source>
        <translation>Als 1 gezählt: %1 Richtungen (%2 % des Gewichts), deren Lernrate mal Krümmung über 1 liegt, weil Schritte dort über den Grund hinausgehen.</translation>
    </message>
    <message>
        <source>In %1 of them it is above 2: there even steps without noise lead upwards.</source>
        <translation>In %1 davon liegt sie über 2: Dort führen selbst Schritte ohne Rauschen nach oben.</translation>
    </message>
    <message>
        <source>a smaller one: within %1 steps the weights leave 10^100</source>
        <translation>eine kleinere: innerhalb von %1 Schritten verlassen die Gewichte 10^100</translation>
    </message>
    <message>
        <source>is gone, or is no file</source>
        <translation>fehlt oder ist keine Datei</translation>
    </message>
    <message>
        <source>has more than the 1 GiB that the window reads; the command line reads more</source>
        <translation>hat mehr als das 1 GiB, das das Fenster liest; die Kommandozeile liest mehr</translation>
    </message>
    <message>
        <source>cannot be opened</source>
        <translation>kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>has changed since the session was saved: choose it again to train with what it holds now</source>
        <translation>hat sich geändert, seit die Sitzung gespeichert wurde: Wählen Sie sie erneut, um mit ihrem jetzigen Inhalt zu trainieren</translation>
    </message>
    <message>
        <source>Generated normals end at %1 standard deviations: with so little noise that can add up to %2 to delta, which is not part of the claim. A smaller epsilon or a larger delta takes the weight from it.</source>
        <translation>Erzeugte Normalzahlen enden bei %1 Standardabweichungen: Bei so wenig Rauschen kann das Delta um bis zu %2 vergrößern, was nicht Teil der Zusage ist. Ein kleineres Epsilon oder ein größeres Delta nimmt dem das Gewicht.</translation>
    </message>
    <message>
        <source>%1 of the objective&apos;s weight is on the mean over the steps: the least error of the last step alone is approached only by strategies whose other errors grow without bound</source>
        <translation>%1 des Gewichts der Zielgröße liegt auf dem Mittel über die Schritte: Dem kleinsten Fehler des letzten Schrittes allein nähern sich nur Strategien, deren übrige Fehler unbegrenzt wachsen</translation>
    </message>
    <message>
        <source>error of the recursion</source>
        <translation>Fehler der Rekursion</translation>
    </message>
    <message>
        <source>Noise rows</source>
        <translation>Rauschzeilen</translation>
    </message>
    <message>
        <source>Rows that all levels keep together: their buffers, and a running sum for each level but the last; at least 3.</source>
        <translation>Zeilen, die alle Ebenen zusammen behalten: ihre Puffer und für jede Ebene außer der letzten eine laufende Summe; mindestens 3.</translation>
    </message>
    <message>
        <source>%1 to %2 (rows of two levels or more)</source>
        <translation>%1 bis %2 (Zeilen von zwei oder mehr Ebenen)</translation>
    </message>
    <message>
        <source>trying levels</source>
        <translation>Ebenen werden erprobt</translation>
    </message>
    <message>
        <source>%1 levels of 1 buffer</source>
        <translation>%1 Ebenen mit je 1 Puffer</translation>
    </message>
    <message>
        <source>%1 levels of %2 buffers</source>
        <translation>%1 Ebenen mit je %2 Puffern</translation>
    </message>
    <message>
        <source>Tree of BLTs</source>
        <translation>Baum aus BLTs</translation>
    </message>
    <message>
        <source>The recursion of the binary tree over blocks, with a small BLT in each level</source>
        <translation>Die Rekursion des binären Baums über Blöcke, mit einer kleinen BLT in jeder Ebene</translation>
    </message>
    <message>
        <source>the numbers that each level keeps</source>
        <translation>die Zahlen, die jede Ebene behält</translation>
    </message>
    <message>
        <source>as many for each of the %1 levels</source>
        <translation>ebenso viele für jede der %1 Ebenen</translation>
    </message>
    <message>
        <source>bounding classes of strategies</source>
        <translation>Schranken der Klassen von Strategien</translation>
    </message>
    <message>
        <source>Toeplitz strategies</source>
        <translation>Toeplitz-Strategien</translation>
    </message>
    <message>
        <source>Toeplitz strategies of at most %1</source>
        <translation>Toeplitz-Strategien, höchstens %1</translation>
    </message>
    <message>
        <source>strategies whose columns have one norm</source>
        <translation>Strategien mit Spalten einer Norm</translation>
    </message>
    <message>
        <source>strategies of at most %1 whose columns have one norm</source>
        <translation>Strategien mit Spalten einer Norm, höchstens %1</translation>
    </message>
    <message>
        <source>strategies of at most %1</source>
        <translation>Strategien, höchstens %1</translation>
    </message>
    <message>
        <source>an identity, Toeplitz or banded one: an exact release goes by rows of few bands</source>
        <translation>eine Einheits-, Toeplitz- oder Bandmatrix: eine exakte Freigabe rechnet mit Zeilen weniger Bänder</translation>
    </message>
    <message>
        <source>so few of them that an exact release takes at most 0.5 % more noise</source>
        <translation>so wenige, dass eine exakte Freigabe höchstens 0.5 % mehr Rauschen braucht</translation>
    </message>
    <message>
        <source>one whose largest entry is between 10^-5 and 10^22</source>
        <translation>eine, deren größter Eintrag zwischen 10^-5 und 10^22 liegt</translation>
    </message>
    <message>
        <source>this exact release has left its range, and releases nothing more</source>
        <translation>diese exakte Freigabe hat ihren Bereich verlassen und gibt nichts mehr frei</translation>
    </message>
    <message>
        <source>one with a diagonal above 2^-20 of its largest entry</source>
        <translation>eine mit einer Diagonale über 2^-20 ihres größten Eintrags</translation>
    </message>
    <message>
        <source>the noise of step %1 is beyond the range of the exact release&apos;s grid</source>
        <translation>das Rauschen von Schritt %1 liegt außerhalb des Rasters der exakten Freigabe</translation>
    </message>
    <message>
        <source>a finite sum of at most %1 in size: step %2, coordinate %3</source>
        <translation>eine endliche Summe, dem Betrag nach höchstens %1: Schritt %2, Koordinate %3</translation>
    </message>
    <message>
        <source>the random bins are not credited: %1</source>
        <translation>die zufälligen Bins werden nicht angerechnet: %1</translation>
    </message>
    <message>
        <source>draws certified no less noise, or were stopped</source>
        <translation>Ziehungen haben nicht weniger Rauschen zertifiziert oder wurden angehalten</translation>
    </message>
    <message>
        <source>groups that examples draw themselves differ in size: batches are cut more often than those of parts of equal size</source>
        <translation>Gruppen, die Beispiele selbst ziehen, sind verschieden groß: Batches werden öfter gekürzt als bei gleich großen Teilen</translation>
    </message>
    <message>
        <source>account for it with cyclic-poisson-random batching, or process batches of any size</source>
        <translation>rechnen Sie mit cyclic-poisson-random ab, oder verarbeiten Sie Batches jeder Größe</translation>
    </message>
    <message>
        <source>Every example joins every batch independently, but batches are cut where they exceed a size</source>
        <translation>Jedes Beispiel kommt unabhängig in jeden Batch, aber Batches werden gekürzt, wo sie eine Größe überschreiten</translation>
    </message>
    <message>
        <source>Every batch a new random sample of a fixed size from all the data</source>
        <translation>Jeder Batch eine neue Zufallsstichprobe fester Größe aus allen Daten</translation>
    </message>
    <message>
        <source>fixed size, by parts</source>
        <translation>feste Größe, nach Teilen</translation>
    </message>
    <message>
        <source>Step i takes a new random sample of a fixed size from part i mod b of the data</source>
        <translation>Schritt i zieht eine neue Zufallsstichprobe fester Größe aus Teil i mod b der Daten</translation>
    </message>
    <message>
        <source>draw uniformly who is left out of a batch</source>
        <translation>losen Sie gleichverteilt, wer aus einem Batch ausgelassen wird</translation>
    </message>
    <message>
        <source>divide the data into parts whose sizes differ by at most one, and draw uniformly who is left out of a batch</source>
        <translation>teilen Sie die Daten in Teile, deren Größen sich um höchstens eins unterscheiden, und losen Sie gleichverteilt, wer aus einem Batch ausgelassen wird</translation>
    </message>
    <message>
        <source>divide the data into groups whose sizes differ by at most one</source>
        <translation>teilen Sie die Daten in Gruppen, deren Größen sich um höchstens eins unterscheiden</translation>
    </message>
    <message>
        <source>with one band it is Poisson sampling</source>
        <translation>mit einem Band sind das Poisson-Stichproben</translation>
    </message>
    <message>
        <source>groups are taken for known: %1</source>
        <translation>Gruppen gelten als bekannt: %1</translation>
    </message>
    <message>
        <source>a bound of moments stands in for draws: %1</source>
        <translation>eine Momentenschranke vertritt die Ziehungen: %1</translation>
    </message>
    <message>
        <source>%1 steps with %2 bands are more than are mixed over, whose product is at most %3</source>
        <translation>%1 Schritte mit %2 Bändern sind mehr, als gemischt werden; ihr Produkt ist höchstens %3</translation>
    </message>
    <message>
        <source>draws end at %1 steps and epsilon %2</source>
        <translation>Ziehungen enden bei %1 Schritten und Epsilon %2</translation>
    </message>
    <message>
        <source>a bound of moments certifies no less noise, and %1</source>
        <translation>eine Momentenschranke zertifiziert nicht weniger Rauschen, und %1</translation>
    </message>
    <message>
        <source>one Gaussian mechanism of as many participations as %1 may lead to</source>
        <translation>ein Gauß-Mechanismus mit so vielen Teilnahmen, wie möglich sind (%1)</translation>
    </message>
    <message>
        <source>%1 One that replaces another belongs to the same part.</source>
        <translation>%1 Was ein anderes ersetzt, gehört zum selben Teil.</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>is that of a job with another strategy, data set, shard, number type or scale</source>
        <translation>gehört zu einem Job mit anderer Strategie, anderem Datensatz, Teilstück, Zahlentyp oder Maßstab</translation>
    </message>
    <message>
        <source>step %1 with another outcome than the record has of it</source>
        <translation>Schritt %1 mit einem anderen Ergebnis, als die Aufzeichnung von ihm hat</translation>
    </message>
    <message>
        <source>the same outcome, to the bit: both have the same noise, and their difference has none. Was the checkpoint not loaded? Go on from the last one</source>
        <translation>dasselbe Ergebnis, aufs Bit genau: Beide haben dasselbe Rauschen, und ihre Differenz hat keines. Wurde der Checkpoint nicht geladen? Setzen Sie beim letzten fort</translation>
    </message>
    <message>
        <source>%1, the claim&apos;s batch</source>
        <translation>%1, der Batch der Zusage</translation>
    </message>
    <message>
        <source>%1, the claim&apos;s batch: with %2 times as much the noise is as many times too small, as where each of %2 ranks takes the whole batch</source>
        <translation>%1, der Batch der Zusage: Beim %2-fachen ist das Rauschen um so viel zu klein, wie dort, wo jeder von %2 Rängen den ganzen Batch nimmt</translation>
    </message>
    <message>
        <source>the same at each</source>
        <translation>bei jedem derselbe</translation>
    </message>
    <message>
        <source>step %1 was clipped at %2</source>
        <translation>Schritt %1 wurde auf die Norm %2 geclippt</translation>
    </message>
    <message>
        <source>step %1 was divided by %2</source>
        <translation>Schritt %1 wurde durch %2 geteilt</translation>
    </message>
    <message>
        <source>the end is said to be after %1 steps, and is after %2</source>
        <translation>das Ende soll nach %1 Schritten sein, und ist nach %2</translation>
    </message>
    <message>
        <source>%1 of %2 steps, of batches that %3 ranks shared</source>
        <translation>%1 von %2 Schritten, mit Batches, die sich %3 Ränge teilten</translation>
    </message>
    <message>
        <source>%1 of %2 steps, of batches that %3 to %4 ranks shared</source>
        <translation>%1 von %2 Schritten, mit Batches, die sich %3 bis %4 Ränge teilten</translation>
    </message>
    <message>
        <source>after %1 steps</source>
        <translation>nach %1 Schritten</translation>
    </message>
    <message>
        <source>%1 steps are recorded</source>
        <translation>%1 Schritte sind aufgezeichnet</translation>
    </message>
    <message>
        <source>all steps are recorded</source>
        <translation>alle Schritte sind aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 of %2 steps: the run goes on, or the record was cut off here</source>
        <translation>%1 von %2 Schritten: Der Lauf geht weiter, oder die Aufzeichnung wurde hier abgeschnitten</translation>
    </message>
    <message>
        <source>Its noise is accounted for otherwise: %1.</source>
        <translation>Sein Rauschen wird anders abgerechnet: %1.</translation>
    </message>
    <message>
        <source>at %1 of %2 points %3</source>
        <translation>an %1 von %2 Punkten %3</translation>
    </message>
    <message>
        <source>must rise in epsilon, and not in delta: (%1, %2) follows (%3, %4)</source>
        <translation>muss in Epsilon steigen, und nicht in Delta: (%1, %2) folgt auf (%3, %4)</translation>
    </message>
    <message>
        <source>holds about %1 examples of %2 features, which take %3 MiB of memory: %4 MiB are left</source>
        <translation>enthält etwa %1 Beispiele mit %2 Merkmalen, die %3 MiB Speicher brauchen: %4 MiB sind frei</translation>
    </message>
    <message>
        <source>has %1, which is no finite number</source>
        <translation>enthält %1, das keine endliche Zahl ist</translation>
    </message>
    <message>
        <source>5 is of no strategy file</source>
        <translation>5 hat keine Strategiedatei</translation>
    </message>
    <message>
        <source>%1: it means nothing for %2</source>
        <translation>%1: Das bedeutet für %2 nichts</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>up to %1 more than the claimed delta of %2: its normals end at %3 standard deviations</source>
        <translation>bis zu %1 mehr als das zugesagte Delta von %2: Die Normalzahlen enden bei %3 Standardabweichungen</translation>
    </message>
    <message>
        <source>a number of at least %1 for %2: smaller noise is not resolved</source>
        <translation>eine Zahl von mindestens %1 für %2: Kleineres Rauschen wird nicht aufgelöst</translation>
    </message>
    <message>
        <source>a number of at least %1: the standard deviation of smaller noise loses digits</source>
        <translation>eine Zahl von mindestens %1: Die Standardabweichung kleineren Rauschens verliert Stellen</translation>
    </message>
    <message>
        <source>a number of at least %1: the squares of shorter gradients are no longer distinguished</source>
        <translation>eine Zahl von mindestens %1: Die Quadrate kürzerer Gradienten werden nicht mehr unterschieden</translation>
    </message>
    <message>
        <source>rmse</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>mean over all steps</source>
        <translation>Mittel über alle Schritte</translation>
    </message>
    <message>
        <source>largest error</source>
        <translation>größter Fehler</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>Größter Fehler</translation>
    </message>
    <message>
        <source>largest of all steps</source>
        <translation>größter aller Schritte</translation>
    </message>
    <message>
        <source>last error</source>
        <translation>letzter Fehler</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>Letzter Fehler</translation>
    </message>
    <message>
        <source>last step</source>
        <translation>letzter Schritt</translation>
    </message>
    <message>
        <source>curvature error</source>
        <translation>Krümmungsfehler</translation>
    </message>
    <message>
        <source>Curvature error</source>
        <translation>Krümmungsfehler</translation>
    </message>
    <message>
        <source>mean over all steps and curvatures</source>
        <translation>Mittel über alle Schritte und Krümmungen</translation>
    </message>
    <message>
        <source>last curvature error</source>
        <translation>letzter Krümmungsfehler</translation>
    </message>
    <message>
        <source>Last curvature error</source>
        <translation>Letzter Krümmungsfehler</translation>
    </message>
    <message>
        <source>last step, mean over curvatures</source>
        <translation>letzter Schritt, Mittel über die Krümmungen</translation>
    </message>
    <message>
        <source>%1 takes part in exactly one step of each epoch, drawn uniformly at random, independently of all others and of other epochs, and in secret. Shuffled batches do not satisfy this.</source>
        <translation>%1 nimmt in jeder Epoche an genau einem Schritt teil, gleichverteilt gezogen, unabhängig von allen anderen und von anderen Epochen und im Geheimen. Gemischte Batches erfüllen das nicht.</translation>
    </message>
    <message>
        <source>%1 takes part in each step with probability %2, independently of all others and of other steps. Shuffled batches do not satisfy this.</source>
        <translation>%1 nimmt an jedem Schritt mit Wahrscheinlichkeit %2 teil, unabhängig von allen anderen und von anderen Schritten. Gemischte Batches erfüllen das nicht.</translation>
    </message>
    <message>
        <source>Each step takes a share of %1 of all data, of a fixed size, drawn uniformly without replacement, independently of other steps and in secret. Shuffled batches do not satisfy this.</source>
        <translation>Jeder Schritt nimmt einen Anteil von %1 aller Daten, von fester Größe, gleichverteilt ohne Zurücklegen gezogen, unabhängig von anderen Schritten und im Geheimen. Gemischte Batches erfüllen das nicht.</translation>
    </message>
    <message>
        <source>a kind that Python code is known for</source>
        <translation>eine Art, für die Python-Code bekannt ist</translation>
    </message>
    <message>
        <source>[1] for the identity</source>
        <translation>[1] bei der Identität</translation>
    </message>
    <message>
        <source>Number of training steps</source>
        <translation>Anzahl der Trainingsschritte</translation>
    </message>
    <message>
        <source>whole, from 1</source>
        <translation>ganze Zahl ab 1</translation>
    </message>
    <message>
        <source>whole, from 1 to n</source>
        <translation>ganze Zahl von 1 bis n</translation>
    </message>
    <message>
        <source>Number of examples: k N = n B</source>
        <translation>Anzahl der Beispiele: k N = n B</translation>
    </message>
    <message>
        <source>whole, from 1; or none</source>
        <translation>ganze Zahl ab 1; oder keine</translation>
    </message>
    <message>
        <source>Expected examples a step: k N = n B</source>
        <translation>Erwartete Beispiele je Schritt: k N = n B</translation>
    </message>
    <message>
        <source>above 0, at most N</source>
        <translation>über 0, höchstens N</translation>
    </message>
    <message>
        <source>Privacy budget: smaller is more private</source>
        <translation>Privatheitsbudget: kleiner ist privater</translation>
    </message>
    <message>
        <source>Failure probability; well below 1/N</source>
        <translation>Fehlerwahrscheinlichkeit; deutlich unter 1/N</translation>
    </message>
    <message>
        <source>above 0, below 1</source>
        <translation>über 0, unter 1</translation>
    </message>
    <message>
        <source>Examples that a batch has room for: of more, some are left out at random, which is accounted for</source>
        <translation>Beispiele, die ein Batch fasst: Von mehr bleiben zufällig einige weg, was abgerechnet wird</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>whole, from B; or any size</source>
        <translation>ganz, ab B; oder beliebig</translation>
    </message>
    <message>
        <source>Above 1: delta is at most τ times its estimate. Nearer to 1 takes more samples and less noise</source>
        <translation>Über 1: Delta ist höchstens τ-mal seine Schätzung. Näher an 1 braucht es mehr Stichproben und weniger Rauschen</translation>
    </message>
    <message>
        <source>Certificate’s τ</source>
        <translation>τ des Zertifikats</translation>
    </message>
    <message>
        <source>Probability, over the samples drawn, that the certificate is wrong</source>
        <translation>Wahrscheinlichkeit, über die gezogenen Stichproben, dass das Zertifikat falsch ist</translation>
    </message>
    <message>
        <source>May fail with</source>
        <translation>Irrtum höchstens</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>whole, from 1 to n / k under cyclic Poisson; or best</source>
        <translation>ganze Zahl von 1 bis n / k bei zyklischem Poisson; oder beste</translation>
    </message>
    <message>
        <source>Noise vectors that are kept; as many as help</source>
        <translation>Rauschvektoren, die aufbewahrt werden; so viele, wie nützen</translation>
    </message>
    <message>
        <source>Equal blocks along the diagonal; one an epoch unless given</source>
        <translation>Gleiche Blöcke entlang der Diagonalen; einer je Epoche, wenn nichts angegeben ist</translation>
    </message>
    <message>
        <source>k</source>
        <translation>k</translation>
    </message>
    <message>
        <source>Least min-separation to be prepared for: coefficients beyond it are tapered</source>
        <translation>Kleinster Mindestabstand, auf den man vorbereitet sein will: Koeffizienten jenseits davon werden abgeschwächt</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Most vectors of the model&apos;s size that the training job has room for</source>
        <translation>Meiste Vektoren von der Größe des Modells, für die der Trainingsjob Platz hat</translation>
    </message>
    <message>
        <source>Share of the last step that is kept</source>
        <translation>Anteil des letzten Schritts, der erhalten bleibt</translation>
    </message>
    <message>
        <source>from 0 to below the weight decay factor</source>
        <translation>von 0 bis unter den Weight-Decay-Faktor</translation>
    </message>
    <message>
        <source>Factor on the iterate at each step; 1 for none</source>
        <translation>Faktor auf die Iterierte bei jedem Schritt; 1 für keinen</translation>
    </message>
    <message>
        <source>above the momentum, at most 1</source>
        <translation>über dem Momentum, höchstens 1</translation>
    </message>
    <message>
        <source>Fraction of the steps over which the rate rises</source>
        <translation>Anteil der Schritte, über den die Lernrate steigt</translation>
    </message>
    <message>
        <source>from 0 to 1, together with the cool-down at most 1</source>
        <translation>von 0 bis 1, zusammen mit dem Cool-down höchstens 1</translation>
    </message>
    <message>
        <source>appendix I</source>
        <translation>Anhang I</translation>
    </message>
    <message>
        <source>Fraction of the steps over which the rate falls</source>
        <translation>Anteil der Schritte, über den die Lernrate fällt</translation>
    </message>
    <message>
        <source>from 0 to 1, together with the warm-up at most 1</source>
        <translation>von 0 bis 1, zusammen mit dem Warm-up höchstens 1</translation>
    </message>
    <message>
        <source>Largest norm of one clipped contribution; errors are in units of it</source>
        <translation>Größte Norm eines geclippten Beitrags; Fehler haben sie als Einheit</translation>
    </message>
    <message>
        <source>above 0</source>
        <translation>über 0</translation>
    </message>
    <message>
        <source>Model parameters: coordinates of the noise</source>
        <translation>Modellparameter: Koordinaten des Rauschens</translation>
    </message>
    <message>
        <source>Machines that share the noise generation</source>
        <translation>Rechner, die sich die Erzeugung des Rauschens teilen</translation>
    </message>
    <message>
        <source>whole, at most one a parameter</source>
        <translation>ganze Zahl, höchstens einer je Parameter</translation>
    </message>
    <message>
        <source>Memory that a machine has for the noise, in bytes: 80G, 16Gi</source>
        <translation>Speicher, den ein Rechner für das Rauschen hat, in Byte: 80G, 16Gi</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>from 1 to 2^53 bytes</source>
        <translation>von 1 bis 2^53 Byte</translation>
    </message>
    <message>
        <source>Memory each</source>
        <translation>Rechnerspeicher</translation>
    </message>
    <message>
        <source>docs/math.md, section 0</source>
        <translation>docs/math.md, Abschnitt 0</translation>
    </message>
    <message>
        <source>docs/math.md, section 2</source>
        <translation>docs/math.md, Abschnitt 2</translation>
    </message>
    <message>
        <source>docs/math.md, section 10</source>
        <translation>docs/math.md, Abschnitt 10</translation>
    </message>
    <message>
        <source>docs/math.md, section 1</source>
        <translation>docs/math.md, Abschnitt 1</translation>
    </message>
    <message>
        <source>the optimum without amplification is kept: none better was found with the noise of the sampling in view</source>
        <translation>das Optimum ohne Verstärkung bleibt: mit dem Rauschen der Ziehung im Blick wurde kein besseres gefunden</translation>
    </message>
    <message>
        <source>coefficients of the square root are kept: none better were found with the noise of the sampling in view</source>
        <translation>Koeffizienten der Quadratwurzel bleiben: mit dem Rauschen der Ziehung im Blick wurden keine besseren gefunden</translation>
    </message>
    <message>
        <source>held back from the optimum towards the square root, so that draws can certify its noise</source>
        <translation>vom Optimum zur Quadratwurzel hin zurückgenommen, damit Ziehungen sein Rauschen zertifizieren können</translation>
    </message>
    <message>
        <source>its strategies are among those that %1 is the best of</source>
        <translation>seine Strategien sind unter denen, deren beste %1 findet</translation>
    </message>
    <message>
        <source>%1, with %2 in its place</source>
        <translation>%1, mit %2 an seiner Stelle</translation>
    </message>
    <message>
        <source>not solved for: it would gain %1 % at most</source>
        <translation>nicht gelöst: gewönne höchstens %1 %</translation>
    </message>
    <message>
        <source>Passes over the data, the last one perhaps in part: k = n B / N</source>
        <translation>Durchgänge durch die Daten, der letzte vielleicht nur teilweise: k = n B / N</translation>
    </message>
    <message>
        <source>above 0, at most n</source>
        <translation>über 0, höchstens n</translation>
    </message>
    <message>
        <source>Fewest steps between two participations; those of an epoch unless given</source>
        <translation>Kleinster Abstand zweier Teilnahmen in Schritten; der einer Epoche, wenn nichts angegeben ist</translation>
    </message>
    <message>
        <source>an epoch</source>
        <translation>eine Epoche</translation>
    </message>
    <message>
        <source>at least 1 under %1: all bins have their step</source>
        <translation>mindestens 1 bei %1: Jedes Fach hat seinen Schritt</translation>
    </message>
    <message>
        <source>assign every example to one of the batches of an epoch independently and uniformly, once; or account for it with fixed-epoch batching, unamplified</source>
        <translation>jedes Beispiel unabhängig und gleichverteilt einem der Batches einer Epoche zuordnen, einmal; oder mit der Batchbildung fixed-epoch abrechnen, unverstärkt</translation>
    </message>
    <message>
        <source>%1; the last epoch ends after %2 of its %3 steps and counts whole</source>
        <translation>%1; die letzte Epoche endet nach %2 ihrer %3 Schritte und zählt ganz</translation>
    </message>
    <message>
        <source>where a batch is filled from the next epoch, which has another order, an example may be in it twice</source>
        <translation>wo ein Batch aus der nächsten Epoche aufgefüllt wird, die eine andere Reihenfolge hat, kann ein Beispiel zweimal darin sein</translation>
    </message>
    <message>
        <source>end each epoch with a smaller batch, or drop the rest</source>
        <translation>jede Epoche mit einem kleineren Batch beenden, oder den Rest weglassen</translation>
    </message>
    <message>
        <source>smaller or dropped under %1: steps then belong to one epoch; or min-separation</source>
        <translation>smaller oder dropped bei %1: Schritte gehören dann zu einer Epoche; oder die Batchbildung min-sep</translation>
    </message>
    <message>
        <source>%1 is not whole, as before version %2</source>
        <translation>%1 ist nicht ganz, wie es vor Version %2 sein muss</translation>
    </message>
    <message>
        <source>the steps of an epoch</source>
        <translation>die Schritte einer Epoche</translation>
    </message>
    <message>
        <source>a number above 0, at most %1 (the iterations)</source>
        <translation>eine Zahl über 0, höchstens %1 (die Iterationen)</translation>
    </message>
    <message>
        <source>it with the size of the data set and batches of a whole number of examples</source>
        <translation>das nur mit der Größe des Datensatzes und Batches aus einer ganzen Zahl von Beispielen</translation>
    </message>
    <message>
        <source>last batch</source>
        <translation>letzter Batch</translation>
    </message>
    <message>
        <source>Most examples of one user, each clipped and sampled by itself. None: a user is clipped as a whole, and N and B count users</source>
        <translation>Die meisten Beispiele eines Nutzers, jedes für sich geclippt und ausgelost. Nichts: Ein Nutzer wird als Ganzes geclippt, und N und B zählen Nutzer</translation>
    </message>
    <message>
        <source>as a whole</source>
        <translation>als Ganzes</translation>
    </message>
    <message>
        <source>whole, from 1; or as a whole</source>
        <translation>ganz, ab 1; oder als Ganzes</translation>
    </message>
    <message>
        <source>privacy loss distribution of the mixture of Gaussians of a user&apos;s examples that a step samples, sampling probability %1, %2 examples of a user, %3 compositions, the worse of both directions, pessimistic: sigma is too large by about %4 relative</source>
        <translation>Verteilung des Privatheitsverlusts der Mischung von Gaußverteilungen der Beispiele eines Nutzers, die ein Schritt auslost, Stichprobenwahrscheinlichkeit %1, %2 Beispiele eines Nutzers, %3 Kompositionen, die schlechtere beider Richtungen, pessimistisch: Sigma ist relativ um etwa %4 zu groß</translation>
    </message>
    <message>
        <source>%1, times the %2 examples of a user, which the noise multiplier covers</source>
        <translation>%1, mal den %2 Beispielen eines Nutzers, die der Rauschmultiplikator abdeckt</translation>
    </message>
    <message>
        <source>No user has more than %1 examples, and all of a user&apos;s are in one part.</source>
        <translation>Kein Nutzer hat mehr als %1 Beispiele, und alle eines Nutzers sind in einem Teil.</translation>
    </message>
    <message>
        <source>No user has more than %1 examples.</source>
        <translation>Kein Nutzer hat mehr als %1 Beispiele.</translation>
    </message>
    <message>
        <source>leave out what a user has beyond that before training, whichever it is</source>
        <translation>vor dem Training weglassen, was ein Nutzer darüber hinaus hat, gleich welches</translation>
    </message>
    <message>
        <source>use one band: noiseloom-cli batches does not know whose examples are whose</source>
        <translation>ein Band verwenden: noiseloom-cli batches weiß nicht, welche Beispiele wessen sind</translation>
    </message>
    <message>
        <source>one user with all of their examples, at most %1</source>
        <translation>ein Nutzer mit allen seinen Beispielen, höchstens %1</translation>
    </message>
    <message>
        <source>1 with a largest batch</source>
        <translation>1 mit einem größten Batch</translation>
    </message>
    <message>
        <source>examples per user</source>
        <translation>Beispiele je Nutzer</translation>
    </message>
    <message>
        <source>none: the unit is no user</source>
        <translation>keine: Die Einheit ist kein Nutzer</translation>
    </message>
    <message>
        <source>Examples each</source>
        <translation>Beispiele je</translation>
    </message>
    <message>
        <source>an error or an improvement: only epsilon is found by what an attack may achieve</source>
        <translation>einen Fehler oder eine Verbesserung: Nur Epsilon wird dadurch gefunden, was ein Angriff erreichen darf</translation>
    </message>
    <message>
        <source>a number above 0 and below 1</source>
        <translation>eine Zahl über 0 und unter 1</translation>
    </message>
    <message>
        <source>a number above 0 and below the true positives: who guesses has as many of both</source>
        <translation>eine Zahl über 0 und unter den richtig Positiven: Wer rät, hat von beiden gleich viele</translation>
    </message>
    <message>
        <source>a number from 0 to %1</source>
        <translation>eine Zahl von 0 bis %1</translation>
    </message>
    <message>
        <source>the optimum without amplification: too many iterations for one with the noise of the sampling in view</source>
        <translation>das Optimum ohne Verstärkung: zu viele Iterationen für eines mit dem Rauschen der Ziehung im Blick</translation>
    </message>
    <message>
        <source>from 0 to 1000</source>
        <translation>von 0 bis 1000</translation>
    </message>
    <message>
        <source>numbers such as 2 or 1e-6 (%1)</source>
        <translation>Zahlen wie 2 oder 1e-6 (%1)</translation>
    </message>
    <message>
        <source>a number from %1 to %2 in place of %3</source>
        <translation>eine Zahl von %1 bis %2 statt %3</translation>
    </message>
    <message>
        <source>dp:EPS, dp:EPS:DELTA, laplace:SCALE, gaussian:SIGMA, discrete-gaussian:SIGMA or zcdp:RHO, with 3x before it for three of them</source>
        <translation>dp:EPS, dp:EPS:DELTA, laplace:SCALE, gaussian:SIGMA, discrete-gaussian:SIGMA oder zcdp:RHO, mit 3x davor für drei davon</translation>
    </message>
    <message>
        <source>all that are neither Gaussian nor zCDP</source>
        <translation>alle, die weder Gauß noch zCDP sind</translation>
    </message>
    <message>
        <source>designs and other releases</source>
        <translation>Entwürfe und andere Veröffentlichungen</translation>
    </message>
    <message>
        <source>with all others</source>
        <translation>mit allen anderen</translation>
    </message>
    <message>
        <source>Use %1, under %2: its error is %3, %4 % more than the best DP-SGD, which is that under %5.</source>
        <translation>Verwenden Sie %1 unter %2: Der Fehler beträgt %3, %4 % mehr als das beste DP-SGD, nämlich das unter %5.</translation>
    </message>
    <message>
        <source>Use %1, under %2: its error is %3, %4 % less than the best DP-SGD, which is that under %5.</source>
        <translation>Verwenden Sie %1 unter %2: Der Fehler beträgt %3, %4 % weniger als das beste DP-SGD, nämlich das unter %5.</translation>
    </message>
    <message>
        <source>Unamplified: the way in which these batches are formed earns no privacy.</source>
        <translation>Unverstärkt: Die Art, wie diese Batches gebildet werden, bringt keine Privatheit.</translation>
    </message>
    <message>
        <source>Unamplified: the way in which these batches are formed earns no privacy, which makes the error about %1 times that under %2.</source>
        <translation>Unverstärkt: Die Art, wie diese Batches gebildet werden, bringt keine Privatheit; der Fehler ist dadurch etwa das %1-Fache dessen unter %2.</translation>
    </message>
    <message>
        <source>twice the batch</source>
        <translation>doppelter Batch</translation>
    </message>
    <message>
        <source>one more epoch</source>
        <translation>eine Epoche mehr</translation>
    </message>
    <message>
        <source>epsilon %1</source>
        <translation>Epsilon %1</translation>
    </message>
    <message>
        <source>half the bands: %1</source>
        <translation>halbe Bänder: %1</translation>
    </message>
    <message>
        <source>b-min-sep</source>
        <translation>b-min-sep</translation>
    </message>
    <message>
        <source>stopped before the strategy file was made</source>
        <translation>angehalten, bevor die Strategiedatei fertig war</translation>
    </message>
    <message>
        <source>0: as many as processors, 8 at most</source>
        <translation>0: so viele wie Prozessoren, höchstens 8</translation>
    </message>
    <message>
        <source>false: one more row takes %1 bytes, more memory than this machine has</source>
        <translation>false: eine weitere Zeile braucht %1 Byte, mehr Speicher, als dieser Rechner hat</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>is missing: not a file of batches</source>
        <translation>fehlt: keine Datei von Batches</translation>
    </message>
    <message>
        <source>is not the first step and the one after the last</source>
        <translation>nennt nicht den ersten Schritt und den nach dem letzten</translation>
    </message>
    <message>
        <source>does not rise from 0 to the number of indices, a step at a time</source>
        <translation>steigt nicht Schritt für Schritt von 0 bis zur Anzahl der Indizes</translation>
    </message>
    <message>
        <source>has a step whose examples do not rise from 0 on</source>
        <translation>hat einen Schritt, dessen Beispiele nicht von 0 an steigen</translation>
    </message>
    <message>
        <source>holds no example without a gap: %1 are left out</source>
        <translation>enthält kein Beispiel ohne Lücke: %1 bleiben weg</translation>
    </message>
    <message>
        <source>another column than that of the labels</source>
        <translation>eine andere Spalte als die der Labels</translation>
    </message>
    <message>
        <source>columns so that %1 features are left</source>
        <translation>Spalten, sodass %1 Merkmale bleiben</translation>
    </message>
    <message>
        <source>columns so that 1 to %1 are left</source>
        <translation>Spalten, sodass 1 bis %1 bleiben</translation>
    </message>
    <message>
        <source>indicators of column %1</source>
        <translation>Indikatoren der Spalte %1</translation>
    </message>
    <message>
        <source>columns of at most %1 words: leave that one out</source>
        <translation>Spalten mit höchstens %1 Wörtern: Lassen Sie diese weg</translation>
    </message>
    <message>
        <source>mixes decimal commas and decimal points with the lines before it</source>
        <translation>mischt Dezimalkommas und Dezimalpunkte mit den Zeilen davor</translation>
    </message>
    <message>
        <source>is a gap: rows with gaps can be left out</source>
        <translation>ist eine Lücke: Zeilen mit Lücken können wegbleiben</translation>
    </message>
    <message>
        <source>is no CSV file</source>
        <translation>ist keine CSV-Datei</translation>
    </message>
    <message>
        <source>columns or rows</source>
        <translation>Spalten oder Zeilen</translation>
    </message>
    <message>
        <source>none: only CSV files have any to choose</source>
        <translation>keine: Nur CSV-Dateien haben welche zur Wahl</translation>
    </message>
    <message>
        <source>is not a one-dimensional array of 64-bit integers</source>
        <translation>ist kein eindimensionales Array ganzer Zahlen von 64 Bit</translation>
    </message>
    <message>
        <source>N and B count users, and all that one user contributes to a step is clipped as a whole. Where examples are counted and clipped, state the most examples per user.</source>
        <translation>N und B zählen Nutzer, und alles, was ein Nutzer zu einem Schritt beiträgt, wird als Ganzes geclippt. Wo Beispiele gezählt und geclippt werden, geben Sie an, wie viele Beispiele ein Nutzer höchstens hat.</translation>
    </message>
    <message>
        <source>epsilon = %1, N = %2</source>
        <translation>Epsilon = %1, N = %2</translation>
    </message>
    <message>
        <source>a number N</source>
        <translation>eine Zahl N</translation>
    </message>
    <message>
        <source>a strategy from a file</source>
        <translation>eine Strategie aus einer Datei</translation>
    </message>
    <message>
        <source>one that other scenarios can have</source>
        <translation>eines, das auch andere Szenarien haben können</translation>
    </message>
    <message>
        <source>a function that makes one</source>
        <translation>eine Funktion, die eine anlegt</translation>
    </message>
    <message>
        <source>must have from 1 to %1 bytes</source>
        <translation>muss 1 bis %1 Byte haben</translation>
    </message>
    <message>
        <source>inputs of a scenario by the names of the command line, such as epsilon=8</source>
        <translation>Eingaben eines Szenarios unter den Namen der Befehlszeile, etwa epsilon=8</translation>
    </message>
    <message>
        <source>inputs with their values, such as epsilon=8</source>
        <translation>Eingaben mit ihren Werten, etwa epsilon=8</translation>
    </message>
    <message>
        <source>each input once</source>
        <translation>jede Eingabe einmal</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>eines von %1</translation>
    </message>
    <message>
        <source>a value for it in the link</source>
        <translation>einen Wert dafür im Link</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>it beside choices for which it means something only</source>
        <translation>es nur neben einer Wahl, bei der es etwas bedeutet</translation>
    </message>
    <message>
        <source>one that is no file&apos;s: a link holds no strategy, share its file or a session</source>
        <translation>einen, der nicht aus einer Datei ist: Ein Link enthält keine Strategie, teilen Sie ihre Datei oder eine Sitzung</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>eine Datei</translation>
    </message>
    <message>
        <source>a schedule: a link holds no file, share a session</source>
        <translation>einen Verlauf: Ein Link enthält keine Datei, teilen Sie eine Sitzung</translation>
    </message>
    <message>
        <source>%1 characters</source>
        <translation>%1 Zeichen</translation>
    </message>
    <message>
        <source>at most %1: share a session</source>
        <translation>höchstens %1: Teilen Sie eine Sitzung</translation>
    </message>
    <message>
        <source>a scenario that a link holds: share a session</source>
        <translation>ein Szenario, das ein Link enthalten kann: Teilen Sie eine Sitzung</translation>
    </message>
    <message>
        <source>what begins with %1 and is ASCII without spaces</source>
        <translation>was mit %1 beginnt und ASCII ohne Leerzeichen ist</translation>
    </message>
    <message>
        <source>version %1</source>
        <translation>Version %1</translation>
    </message>
    <message>
        <source>version %1, or a newer Noiseloom</source>
        <translation>Version %1 oder ein neueres Noiseloom</translation>
    </message>
    <message>
        <source>no inputs</source>
        <translation>keine Eingaben</translation>
    </message>
    <message>
        <source>its columns differ in norm</source>
        <translation>ihre Spalten haben verschiedene Normen</translation>
    </message>
    <message>
        <source>it is none of these strategies</source>
        <translation>sie ist keine dieser Strategien</translation>
    </message>
    <message>
        <source>it is not Toeplitz: its columns are rescaled</source>
        <translation>sie ist keine Toeplitz-Strategie: Ihre Spalten sind skaliert</translation>
    </message>
    <message>
        <source>it is not Toeplitz</source>
        <translation>sie ist keine Toeplitz-Strategie</translation>
    </message>
    <message>
        <source>“%1” is no number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>“%1” may mean %2 or %3</source>
        <translation>„%1“ kann %2 oder %3 bedeuten</translation>
    </message>
    <message>
        <source>a comma is no decimal point</source>
        <translation>ein Komma ist kein Dezimalpunkt</translation>
    </message>
    <message>
        <source>what another batching would gain</source>
        <translation>was eine andere Batchbildung brächte</translation>
    </message>
    <message>
        <source>That is the best of those tried. Under some batchings there was no time for %1.</source>
        <translation>Das ist das Beste der versuchten. Unter manchen Batchbildungen fehlte die Zeit für %1.</translation>
    </message>
    <message>
        <source>As designed</source>
        <translation>Wie entworfen</translation>
    </message>
    <message>
        <source>Sampled</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Chance decides in each step who takes part, which amplifies privacy.</source>
        <translation>In jedem Schritt entscheidet der Zufall, wer teilnimmt; das verstärkt die Privatheit.</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>Zugeteilt</translation>
    </message>
    <message>
        <source>Ordered</source>
        <translation>Geordnet</translation>
    </message>
    <message>
        <source>An order decides: any loader does, and nothing is amplified.</source>
        <translation>Eine Reihenfolge entscheidet: Jeder Lader genügt, und nichts wird verstärkt.</translation>
    </message>
    <message>
        <source>Independent</source>
        <translation>Unabhängig</translation>
    </message>
    <message>
        <source>Nothing is kept from step to step.</source>
        <translation>Von Schritt zu Schritt wird nichts behalten.</translation>
    </message>
    <message>
        <source>Keeps b − 1 noise vectors. Most sampled batches need such a C.</source>
        <translation>Behält b − 1 Rauschvektoren. Die meisten Stichproben brauchen ein solches C.</translation>
    </message>
    <message>
        <source>Keeps b − 1 draws, or makes them again.</source>
        <translation>Behält b − 1 gezogene Vektoren oder zieht sie noch einmal.</translation>
    </message>
    <message>
        <source>Buffered</source>
        <translation>Mit Puffern</translation>
    </message>
    <message>
        <source>Keeps a few sums, however long the training.</source>
        <translation>Behält wenige Summen, wie lang das Training auch ist.</translation>
    </message>
    <message>
        <source>Trees</source>
        <translation>Bäume</translation>
    </message>
    <message>
        <source>Keeps about log n vectors.</source>
        <translation>Behält etwa log n Vektoren.</translation>
    </message>
    <message>
        <source>Keeps up to n vectors: for small n.</source>
        <translation>Behält bis zu n Vektoren: für kleine n.</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Beliebig</translation>
    </message>
    <message>
        <source>Bands of C</source>
        <translation>Bänder von C</translation>
    </message>
    <message>
        <source>Bands of C⁻¹</source>
        <translation>Bänder von C⁻¹</translation>
    </message>
    <message>
        <source>Full matrices</source>
        <translation>Volle Matrizen</translation>
    </message>
    <message>
        <source>that the sums of the file are those that the run released, and that nothing else was released</source>
        <translation>dass die Summen der Datei die sind, die der Lauf veröffentlicht hat, und dass sonst nichts veröffentlicht wurde</translation>
    </message>
    <message>
        <source>The run shows an epsilon of at least %1 at delta %2, whatever its noise (%3 of %4 guesses are right); the claim is %5.</source>
        <translation>Der Lauf zeigt bei Delta %2 ein Epsilon von mindestens %1, wie sein Rauschen auch ist (%3 von %4 Vermutungen stimmen); zugesagt ist %5.</translation>
    </message>
    <message>
        <source>The noise has %1 times its stated standard deviation (%2 to %3).</source>
        <translation>Das Rauschen hat das %1-Fache der angegebenen Standardabweichung (%2 bis %3).</translation>
    </message>
    <message>
        <source>contributions: no present canary took part</source>
        <translation>Beiträge: Kein anwesender Kanarienvogel hat teilgenommen</translation>
    </message>
    <message>
        <source>A canary, which is longer than the clip norm, adds %1 clip norms to a sum (%2 to %3 for the stated noise).</source>
        <translation>Ein Kanarienvogel, der länger als die Clipping-Norm ist, fügt einer Summe %1 Clipping-Normen hinzu (%2 bis %3 beim angegebenen Rauschen).</translation>
    </message>
    <message>
        <source>epsilon of a Gaussian pair: batches are secret, so that no pair is Gaussian</source>
        <translation>Epsilon eines Gauß-Paares: Die Batches sind geheim, sodass kein Paar gaußverteilt ist</translation>
    </message>
    <message>
        <source>epsilon of a Gaussian pair: no present canary took part, or there is no noise</source>
        <translation>Epsilon eines Gauß-Paares: Kein anwesender Kanarienvogel hat teilgenommen, oder es gibt kein Rauschen</translation>
    </message>
    <message>
        <source>If its noise is Gaussian, and independent after C, the run shows an epsilon of at least %1 at delta %2; the claim is %3.</source>
        <translation>Ist sein Rauschen gaußverteilt und nach C unabhängig, so zeigt der Lauf bei Delta %2 ein Epsilon von mindestens %1; zugesagt ist %3.</translation>
    </message>
    <message>
        <source>whiteness: the file has a single step</source>
        <translation>Unkorreliertheit: Die Datei hat nur einen Schritt</translation>
    </message>
    <message>
        <source>whiteness beyond %1 steps of %2 absent canaries</source>
        <translation>Unkorreliertheit über %1 Schritte von %2 abwesenden Kanarienvögeln hinaus</translation>
    </message>
    <message>
        <source>The noise of steps that are %1 apart, which correlates most, has a correlation of %2.</source>
        <translation>Das Rauschen von Schritten im Abstand %1, das am stärksten korreliert, hat eine Korrelation von %2.</translation>
    </message>
    <message>
        <source>The noise of steps %1 and %2, which correlates most after C, has a correlation of %3.</source>
        <translation>Das Rauschen der Schritte %1 und %2, das nach C am stärksten korreliert, hat eine Korrelation von %3.</translation>
    </message>
    <message>
        <source>participations: verify --job looks at them, with the key</source>
        <translation>Teilnahmen: verify --job prüft sie mit dem Schlüssel</translation>
    </message>
    <message>
        <source>Canaries took part %1 times, and %2 are expected; exactly once in %3 of %4 spans of %5 of their steps, and %6 are expected.</source>
        <translation>Kanarienvögel nahmen %1-mal teil, erwartet wird %2-mal; genau einmal in %3 von %4 Spannen von %5 ihrer Schritte, erwartet werden %6.</translation>
    </message>
    <message>
        <source>%1 They took part %2 times at steps of another part.</source>
        <translation>%1 An Schritten eines anderen Teils nahmen sie %2-mal teil.</translation>
    </message>
    <message>
        <source>the other run: no canary is absent in both, or one of them has no noise</source>
        <translation>der andere Lauf: Kein Kanarienvogel fehlt in beiden, oder einer von ihnen hat kein Rauschen</translation>
    </message>
    <message>
        <source>The noise of the two runs has a correlation of %1, which is 1 for two runs with one key.</source>
        <translation>Das Rauschen der beiden Läufe hat eine Korrelation von %1; bei zwei Läufen mit einem Schlüssel ist sie 1.</translation>
    </message>
    <message>
        <source>a run and its own strategy file, of SHA-256 %1...</source>
        <translation>einen Lauf und seine eigene Strategiedatei mit SHA-256 %1...</translation>
    </message>
    <message>
        <source>at most %1, as the design has</source>
        <translation>höchstens %1, wie der Entwurf</translation>
    </message>
    <message>
        <source>a kind whose noise has a row for each step: any but the trees</source>
        <translation>eine Art, deren Rauschen für jeden Schritt eine Zeile hat: jede außer den Bäumen</translation>
    </message>
    <message>
        <source>%1; %2 neighbouring steps are taken for one, which loses no less privacy</source>
        <translation>%1; je %2 benachbarte Schritte gelten als einer, was nicht weniger Privatheit kostet</translation>
    </message>
    <message>
        <source>coefficients of the square root: too many iterations for an optimum with the noise of the sampling in view</source>
        <translation>Koeffizienten der Quadratwurzel: zu viele Iterationen für ein Optimum mit dem Rauschen der Ziehung im Blick</translation>
    </message>
    <message>
        <source>Use %1, under %2: its error is %3, hardly more than the best DP-SGD, which is that under %4.</source>
        <translation>Verwenden Sie %1 unter %2: Der Fehler beträgt %3, kaum mehr als das beste DP-SGD, nämlich das unter %4.</translation>
    </message>
    <message>
        <source>Use %1, under %2: its error is %3, hardly less than the best DP-SGD, which is that under %4.</source>
        <translation>Verwenden Sie %1 unter %2: Der Fehler beträgt %3, kaum weniger als das beste DP-SGD, nämlich das unter %4.</translation>
    </message>
    <message>
        <source>%1 is newer than this program, which reads versions %2 to %3: %4 %5 wrote the file</source>
        <translation>%1 ist neuer als dieses Programm, das die Versionen %2 bis %3 liest: %4 %5 hat die Datei geschrieben</translation>
    </message>
    <message>
        <source>its strategies are not banded, as the batching needs them</source>
        <translation>seine Strategien haben keine Bänder, wie die Batchbildung sie braucht</translation>
    </message>
    <message>
        <source>0 without SGD</source>
        <translation>0 ohne SGD</translation>
    </message>
    <message>
        <source>it without weight averaging: an average and a curvature make another recursion, not known here</source>
        <translation>es ohne Mittelung der Gewichte: Ein Mittel und eine Krümmung ergeben eine andere Rekursion, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>averaging</source>
        <translation>Mittelung</translation>
    </message>
    <message>
        <source>one of rates so far apart</source>
        <translation>eines mit so weit auseinanderliegenden Raten</translation>
    </message>
    <message>
        <source>a mechanism that is not dense: no digits of its start are left</source>
        <translation>einen Mechanismus, der nicht dicht besetzt ist: Von dessen Start bleiben keine richtigen Ziffern</translation>
    </message>
    <message>
        <source>columns of A C⁻¹ are made one by one</source>
        <translation>Spalten von A C⁻¹ werden einzeln gebildet</translation>
    </message>
    <message>
        <source>banded-toeplitz, or dense with bands, beside an averaging window or a workload from a file</source>
        <translation>banded-toeplitz, oder dense mit Bändern, neben einem Mittelungsfenster oder einem Workload aus einer Datei</translation>
    </message>
    <message>
        <source>the square root of given coefficients</source>
        <translation>die Quadratwurzel gegebener Koeffizienten</translation>
    </message>
    <message>
        <source>this mechanism beside an averaging window or a workload from a file</source>
        <translation>dieser Mechanismus neben einem Mittelungsfenster oder einem Workload aus einer Datei</translation>
    </message>
    <message>
        <source>an averaging window or a workload from a file</source>
        <translation>ein Mittelungsfenster oder ein Workload aus einer Datei</translation>
    </message>
    <message>
        <source>one for each iteration</source>
        <translation>einer je Iteration</translation>
    </message>
    <message>
        <source>at most %1 here: so many times the weights of this model are kept</source>
        <translation>hier höchstens %1: so viele Male werden die Gewichte dieses Modells gehalten</translation>
    </message>
    <message>
        <source>one without a window, and not from a file, here</source>
        <translation>hier einen ohne Fenster und nicht aus einer Datei</translation>
    </message>
    <message>
        <source>none with the workload %1</source>
        <translation>keines mit dem Workload %1</translation>
    </message>
    <message>
        <source>1 (the last iterate) with learning rates that change</source>
        <translation>1 (die letzte Iterierte) mit Lernraten, die sich ändern</translation>
    </message>
    <message>
        <source>the sampling is not credited, as that of cyclic Poisson would be: %1</source>
        <translation>die Stichproben werden nicht angerechnet, wie es die von zyklischem Poisson würden: %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>etwa %1</translation>
    </message>
    <message>
        <source>Last weights of which the mean is released; 1 for the last alone. The initial ones count for those before the first</source>
        <translation>Letzte Gewichte, deren Mittel veröffentlicht wird; 1 für die letzten allein. Vor dem ersten Schritt zählen die anfänglichen</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>is longer than 1 MiB: not a file of coefficients</source>
        <translation>ist länger als 1 MiB: keine Datei von Koeffizienten</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a finite number</source>
        <translation>„%1“ ist keine endliche Zahl</translation>
    </message>
    <message>
        <source>more coefficients than %1</source>
        <translation>mehr Koeffizienten als %1</translation>
    </message>
    <message>
        <source>no coefficient stands in it</source>
        <translation>darin steht kein Koeffizient</translation>
    </message>
    <message>
        <source>the first coefficient is %1: it must be above 0 (-A has the errors of A)</source>
        <translation>der erste Koeffizient ist %1: er muss über 0 liegen (-A hat die Fehler von A)</translation>
    </message>
    <message>
        <source>the workload %1 has weight decay %2 and momentum 0</source>
        <translation>der Workload %1 hat Weight Decay %2 und Momentum 0</translation>
    </message>
    <message>
        <source>1 without SGD</source>
        <translation>1 ohne SGD</translation>
    </message>
    <message>
        <source>averaging window</source>
        <translation>Mittelungsfenster</translation>
    </message>
    <message>
        <source>one without: a link holds no file, share a session</source>
        <translation>einen ohne: ein Link enthält keine Datei, teilen Sie eine Sitzung</translation>
    </message>
    <message>
        <source>Decay of the moving average (EMA) of the weights that is released; 0 for none, 1 for the mean of all of them</source>
        <translation>Abklingfaktor des gleitenden Mittels (EMA) der Gewichte, das veröffentlicht wird; 0 für keines, 1 für das Mittel aller Gewichte</translation>
    </message>
    <message>
        <source>from 0 to 1</source>
        <translation>von 0 bis 1</translation>
    </message>
    <message>
        <source>the mean of all iterates, without learning rates</source>
        <translation>das Mittel aller Iterierten, ohne Lernraten</translation>
    </message>
    <message>
        <source>below 1 in this version</source>
        <translation>unter 1 in dieser Version</translation>
    </message>
    <message>
        <source>the errors of all steps are made for its stops</source>
        <translation>für die Abbruchstellen werden die Fehler aller Schritte gebildet</translation>
    </message>
    <message>
        <source>the mean of all iterates</source>
        <translation>das Mittel aller Iterierten</translation>
    </message>
    <message>
        <source>a learning-rate schedule or the mean of all iterates here</source>
        <translation>hier ein Lernratenplan oder das Mittel aller Iterierten</translation>
    </message>
    <message>
        <source>a number from 0 (the last iterate) to 1 (the mean of all iterates)</source>
        <translation>eine Zahl von 0 (die letzte Iterierte) bis 1 (das Mittel aller Iterierten)</translation>
    </message>
    <message>
        <source>1 (the last one) beside the mean of all iterates</source>
        <translation>1 (die letzte) neben dem Mittel aller Iterierten</translation>
    </message>
    <message>
        <source>holds no single row or column of numbers, and no square</source>
        <translation>enthält weder eine einzelne Zeile oder Spalte von Zahlen noch ein Quadrat</translation>
    </message>
    <message>
        <source>a matrix of %1 rows, above %2</source>
        <translation>eine Matrix von %1 Zeilen, mehr als %2</translation>
    </message>
    <message>
        <source>row %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>is %1: a lower-triangular matrix has finite numbers, above 0 on its diagonal and 0 above that</source>
        <translation>ist %1: Eine untere Dreiecksmatrix hat endliche Zahlen, auf der Diagonale über 0 und darüber 0</translation>
    </message>
    <message>
        <source>must stand in a toeplitz or matrix workload, without learning rates, and in no other</source>
        <translation>müssen in einem Workload toeplitz oder matrix ohne Lernraten stehen und in keinem anderen</translation>
    </message>
    <message>
        <source>dense (with bands or without), dp-sgd, tree or an imported strategy beside a workload that is a matrix</source>
        <translation>dense (mit oder ohne Bänder), dp-sgd, tree oder eine importierte Strategie neben einem Workload, der eine Matrix ist</translation>
    </message>
    <message>
        <source>the rows of the workload&apos;s matrix</source>
        <translation>die Zeilen der Matrix des Workloads</translation>
    </message>
    <message>
        <source>a matrix</source>
        <translation>eine Matrix</translation>
    </message>
    <message>
        <source>n (n + 1) / 2 for the rows of a lower-triangular matrix, n at most %1</source>
        <translation>n (n + 1) / 2 für die Zeilen einer unteren Dreiecksmatrix, n höchstens %1</translation>
    </message>
    <message>
        <source>a matrix here</source>
        <translation>hier eine Matrix</translation>
    </message>
    <message>
        <source>the rows of the matrix</source>
        <translation>die Zeilen der Matrix</translation>
    </message>
    <message>
        <source>Where the number of examples is not known: it is from N to this, and the claim holds for all of that</source>
        <translation>Wenn die Anzahl der Beispiele nicht bekannt ist: Sie liegt zwischen N und dieser Zahl, und das Versprechen gilt für alles dazwischen</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>whole, from N; or as N</source>
        <translation>ganz, ab N; oder wie N</translation>
    </message>
    <message>
        <source>docs/math.md, section 2.1</source>
        <translation>docs/math.md, Abschnitt 2.1</translation>
    </message>
    <message>
        <source>Size at most</source>
        <translation>Größe bis</translation>
    </message>
    <message>
        <source>a whole number under %1: in so many steps everybody takes part</source>
        <translation>eine ganze Zahl bei %1: An so vielen Schritten nimmt jeder teil</translation>
    </message>
    <message>
        <source>privacy loss distribution of %1 random blocks of steps, taken for known, in each of which one of %2 steps is drawn: an upper bound of %3 of %4 steps drawn at random, the worse of both directions, pessimistic, nothing sampled: sigma is too large by about %5 relative for the blocks</source>
        <translation>Verteilung des Privatheitsverlusts von %1 zufälligen Blöcken von Schritten, die als bekannt gelten, in deren jedem einer von %2 Schritten gezogen wird: eine obere Schranke für %3 von %4 zufällig gezogenen Schritten, die schlechtere beider Richtungen, pessimistisch, nichts durch Stichproben: Sigma ist für die Blöcke um etwa %5 relativ zu groß</translation>
    </message>
    <message>
        <source>%1 takes part in exactly %2 of the %3 steps, every choice of them as likely, independently of all others and in secret. Shuffled batches of a fixed size do not satisfy this.</source>
        <translation>%1 nimmt an genau %2 der %3 Schritte teil, jede Auswahl gleich wahrscheinlich, unabhängig von allen anderen und im Geheimen. Gemischte Batches fester Größe erfüllen das nicht.</translation>
    </message>
    <message>
        <source>epochs are the blocks of steps that are accounted for as known</source>
        <translation>Epochen sind die Blöcke von Schritten, die als bekannt abgerechnet sind</translation>
    </message>
    <message>
        <source>draw every example&apos;s steps among all steps, independently; or account without amplification (shuffled-each-epoch or min-sep batching)</source>
        <translation>ziehen Sie die Schritte jedes Beispiels unter allen Schritten, unabhängig; oder rechnen Sie ohne Verstärkung ab (jede Epoche gemischt oder Mindestabstand)</translation>
    </message>
    <message>
        <source>balanced iterations</source>
        <translation>ausgeglichene Schritte</translation>
    </message>
    <message>
        <source>Each example takes part in exactly k of all steps, every choice as likely (amplified, independent noise only)</source>
        <translation>Jedes Beispiel nimmt an genau k aller Schritte teil, jede Auswahl gleich wahrscheinlich (mit Verstärkung, nur unabhängiges Rauschen)</translation>
    </message>
    <message>
        <source>drawn among all steps, participations may be one step apart</source>
        <translation>unter allen Schritten gezogen, können Teilnahmen einen Schritt auseinander liegen</translation>
    </message>
    <message>
        <source>account for it with balanced-iterations batching</source>
        <translation>rechnen Sie mit der Batchbildung balanced-iterations ab</translation>
    </message>
    <message>
        <source>the job hides besides which block of steps each of an example&apos;s steps is from</source>
        <translation>der Job verbirgt obendrein, aus welchem Block von Schritten jeder Schritt eines Beispiels stammt</translation>
    </message>
    <message>
        <source>steps that are drawn among all are not one in each epoch</source>
        <translation>unter allen gezogene Schritte sind nicht einer je Epoche</translation>
    </message>
    <message>
        <source>the number of participations is fixed: neither bounds the other</source>
        <translation>die Anzahl der Teilnahmen ist fest: Keines beschränkt das andere</translation>
    </message>
    <message>
        <source>Chance gives each example its steps, as many as all others have, which amplifies privacy.</source>
        <translation>Der Zufall gibt jedem Beispiel seine Schritte, so viele wie allen anderen; das verstärkt die Privatheit.</translation>
    </message>
    <message>
        <source>drawn among all steps, an example may return after one step instead of %1 steps</source>
        <translation>unter allen Schritten gezogen, kann ein Beispiel nach einem Schritt statt nach %1 Schritten wiederkommen</translation>
    </message>
    <message>
        <source>account for it with balanced-iterations batching, or min-sep of separation 1</source>
        <translation>rechnen Sie mit der Batchbildung balanced-iterations ab, oder mit min-sep vom Abstand 1</translation>
    </message>
    <message>
        <source>Each example takes part in exactly k of all steps, every choice as likely</source>
        <translation>Jedes Beispiel nimmt an genau k aller Schritte teil, jede Auswahl gleich wahrscheinlich</translation>
    </message>
    <message>
        <source>Of a batch of more than %1, all but %2 are left out, drawn uniformly at random; the data set has at most %3 members.</source>
        <translation>Von einem Batch von mehr als %1 werden alle bis auf %2 ausgelassen, gleichverteilt zufällig gezogen; der Datensatz hat höchstens %3 Mitglieder.</translation>
    </message>
    <message>
        <source>drawn among all steps, an example may take part several times in an epoch</source>
        <translation>unter allen Schritten gezogen, kann ein Beispiel mehrmals in einer Epoche teilnehmen</translation>
    </message>
    <message>
        <source>The data set has from %1 to %2 examples, which may be secret: the steps and the sampling are those stated here, whatever their number, and sums are divided by what does not depend on it.</source>
        <translation>Der Datensatz hat zwischen %1 und %2 Beispiele, was geheim sein darf: Die Schritte und die Stichproben sind bei jeder Anzahl die hier angegebenen, und Summen werden durch etwas geteilt, das nicht von ihr abhängt.</translation>
    </message>
    <message>
        <source>The data set has from %1 to %2 users, which may be secret: the steps and the sampling are those stated here, whatever their number, and sums are divided by what does not depend on it.</source>
        <translation>Der Datensatz hat zwischen %1 und %2 Nutzer, was geheim sein darf: Die Schritte und die Stichproben sind bei jeder Anzahl die hier angegebenen, und Summen werden durch etwas geteilt, das nicht von ihr abhängt.</translation>
    </message>
    <message>
        <source>The data set has from %1 to %2 devices, which may be secret: the steps and the sampling are those stated here, whatever their number, and sums are divided by what does not depend on it.</source>
        <translation>Der Datensatz hat zwischen %1 und %2 Geräte, was geheim sein darf: Die Schritte und die Stichproben sind bei jeder Anzahl die hier angegebenen, und Summen werden durch etwas geteilt, das nicht von ihr abhängt.</translation>
    </message>
    <message>
        <source>The data set has from %1 to %2 examples, missing ones included. Batches are no larger for more of them: each then takes part less often, at steps no nearer to each other.</source>
        <translation>Der Datensatz hat zwischen %1 und %2 Beispiele, fehlende eingeschlossen. Batches sind bei mehr davon nicht größer: Jedes nimmt dann seltener teil, an Schritten, die einander nicht näher sind.</translation>
    </message>
    <message>
        <source>The data set has from %1 to %2 users, missing ones included. Batches are no larger for more of them: each then takes part less often, at steps no nearer to each other.</source>
        <translation>Der Datensatz hat zwischen %1 und %2 Nutzer, fehlende eingeschlossen. Batches sind bei mehr davon nicht größer: Jeder nimmt dann seltener teil, an Schritten, die einander nicht näher sind.</translation>
    </message>
    <message>
        <source>The data set has from %1 to %2 devices, missing ones included. Batches are no larger for more of them: each then takes part less often, at steps no nearer to each other.</source>
        <translation>Der Datensatz hat zwischen %1 und %2 Geräte, fehlende eingeschlossen. Batches sind bei mehr davon nicht größer: Jedes nimmt dann seltener teil, an Schritten, die einander nicht näher sind.</translation>
    </message>
    <message>
        <source>design anew for a wider range</source>
        <translation>entwerfen Sie für einen weiteren Bereich neu</translation>
    </message>
    <message>
        <source>At least %1 examples, at most %2 times each in %3 steps: batches of %4 on average of the fewest.</source>
        <translation>Mindestens %1 Beispiele, jedes höchstens %2-mal in %3 Schritten: bei den wenigsten im Mittel Batches von %4.</translation>
    </message>
    <message>
        <source>%1 bands and %2 epochs</source>
        <translation>%1 Bänder und %2 Epochen</translation>
    </message>
    <message>
        <source>one band and whole epochs under %1</source>
        <translation>ein Band und ganze Epochen bei %1</translation>
    </message>
    <message>
        <source>from %1 to %2, for which the strategy was designed, or design it anew</source>
        <translation>von %1 bis %2, wofür die Strategie entworfen wurde, oder entwerfen Sie sie neu</translation>
    </message>
    <message>
        <source>a bound for groups of %1 examples, and not the loss of a user&apos;s own</source>
        <translation>eine Schranke für Gruppen von %1 Beispielen und nicht der eigene Verlust eines Nutzers</translation>
    </message>
    <message>
        <source>%1; %2: this is of one example, for about epsilon %3 and delta %4, and %5 examples one after another have the claimed ones</source>
        <translation>%1; %2: Das gilt einem Beispiel, für etwa Epsilon %3 und Delta %4, und %5 Beispiele nacheinander haben die versprochenen</translation>
    </message>
    <message>
        <source>fewer, or a larger delta: that of one example, %1, is below %2</source>
        <translation>weniger, oder ein größeres Delta: Das eines Beispiels, %1, liegt unter %2</translation>
    </message>
    <message>
        <source>from the least number</source>
        <translation>ab der kleinsten Anzahl</translation>
    </message>
    <message>
        <source>none under %1, whose steps of an epoch follow from the number of examples: with more of them an example may meet steps that were not accounted for (min-sep counts all)</source>
        <translation>keine bei %1, wo die Schritte einer Epoche aus der Anzahl der Beispiele folgen: Bei mehr davon kann ein Beispiel auf Schritte treffen, die nicht abgerechnet sind (min-sep zählt alle)</translation>
    </message>
    <message>
        <source>none beside a largest batch under %1: how often an example is left out depends on the number of the others, and more of them may be the better or the worse</source>
        <translation>keine neben einem größten Batch bei %1: Wie oft ein Beispiel ausgelassen wird, hängt von der Anzahl der anderen ab, und mehr davon kann besser oder schlechter sein</translation>
    </message>
    <message>
        <source>most examples in the data set</source>
        <translation>meiste Beispiele im Datensatz</translation>
    </message>
    <message>
        <source>relative noise above 0</source>
        <translation>relatives Rauschen über 0</translation>
    </message>
    <message>
        <source>cyclic Poisson of examples without a largest batch, or a batching that samples nothing: others are not composed in phases</source>
        <translation>zyklisches Poisson von Beispielen ohne größten Batch, oder eine Batchbildung, die nichts auslost: Andere werden nicht in Phasen zusammengesetzt</translation>
    </message>
    <message>
        <source>the same data set, and the same neighbours, in all phases</source>
        <translation>denselben Datensatz und dieselben Nachbarn in allen Phasen</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>von %1 bis %2</translation>
    </message>
    <message>
        <source>1 under %1, but with zero-out adjacency, which keeps the number of examples</source>
        <translation>1 unter %1, außer bei Nullsetzen, das die Zahl der Beispiele erhält</translation>
    </message>
    <message>
        <source>relative noise that leaves a phase an epsilon above 0: less noise, or a promise without it</source>
        <translation>ein relatives Rauschen, das einer Phase ein Epsilon über 0 lässt: weniger Rauschen, oder eine Zusage ohne sie</translation>
    </message>
    <message>
        <source>certified, it would have over %1 % more error than the best</source>
        <translation>zertifiziert hätte es über %1 % mehr Fehler als das beste</translation>
    </message>
    <message>
        <source>Most seconds of processor time that the search may take: what it has no time for is left out</source>
        <translation>Sekunden Prozessorzeit, die die Suche höchstens brauchen darf: Wofür sie nicht reicht, bleibt außen vor</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>The mechanism of least error among all that fit the limits</source>
        <translation>Der Mechanismus mit dem kleinsten Fehler unter allen, die in die Grenzen passen</translation>
    </message>
    <message>
        <source>the last evaluations lowered the objective by next to nothing, at relative gradient %1</source>
        <translation>die letzten Auswertungen senkten die Zielgröße um so gut wie nichts, bei relativem Gradienten %1</translation>
    </message>
    <message>
        <source>a number above the prior and 1 less it: so often is right who guesses</source>
        <translation>eine Zahl über dem Vorwissen und über 1 weniger diesem: So oft hat recht, wer rät</translation>
    </message>
    <message>
        <source>%1 for %2 bands, whose parts then have room for all examples of each owner</source>
        <translation>%1 für %2 Bänder, deren Teile dann alle Beispiele jedes Besitzers fassen</translation>
    </message>
    <message>
        <source>1, a strategy of one band, or a table of owners: all examples of a user have to be in one part, and whose they are is not known here</source>
        <translation>1, eine Strategie mit einem Band oder eine Tabelle der Besitzer: Alle Beispiele eines Nutzers müssen in einem Teil sein, und wem sie gehören, ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>it only beside the size of the data set, which is then the least</source>
        <translation>es nur neben der Größe des Datensatzes, die dann die kleinste ist</translation>
    </message>
    <message>
        <source>one that makes %1; the one that it makes has %2</source>
        <translation>einen, der %1 ergibt; in seiner ist %2</translation>
    </message>
    <message>
        <source>one learning rate beside a workload from a file</source>
        <translation>eine einzige Lernrate neben einem Workload aus einer Datei</translation>
    </message>
    <message>
        <source>%1/%2</source>
        <translation>%1/%2</translation>
    </message>
</context>
<context>
    <name>Examples</name>
    <message>
        <source>CIFAR-10</source>
        <translation>CIFAR-10</translation>
    </message>
    <message>
        <source>StackOverflow next word</source>
        <translation>StackOverflow, nächstes Wort</translation>
    </message>
    <message>
        <source>Federated keyboard</source>
        <translation>Föderierte Tastatur</translation>
    </message>
    <message>
        <source>BERT-base on 32 machines</source>
        <translation>BERT-base auf 32 Rechnern</translation>
    </message>
    <message>
        <source>Tiny: nine steps</source>
        <translation>Winzig: neun Schritte</translation>
    </message>
    <message>
        <source>Image classification with privacy for each example: 50 000 images, batches of 500, 20 epochs.</source>
        <translation>Bildklassifikation mit Privatheit für jedes Beispiel: 50 000 Bilder, Batches von 500, 20 Epochen.</translation>
    </message>
    <message>
        <source>Next-word prediction with privacy for each user: 342 477 users, about 1000 a step, 6 epochs in 2052 steps.</source>
        <translation>Vorhersage des nächsten Worts mit Privatheit für jeden Nutzer: 342 477 Nutzer, etwa 1000 je Schritt, 6 Epochen in 2052 Schritten.</translation>
    </message>
    <message>
        <source>A keyboard model trained on devices that wait between two rounds: 400 rounds were planned, 385 could be promised afterwards (see the privacy claim).</source>
        <translation>Ein Tastaturmodell, trainiert auf Geräten, die zwischen zwei Runden warten: 400 Runden waren geplant, 385 ließen sich hinterher zusagen (siehe Privatheitszusage).</translation>
    </message>
    <message>
        <source>A model of 100 million parameters trained for 16 384 steps and 8 epochs, its noise made by 32 machines.</source>
        <translation>Ein Modell mit 100 Millionen Parametern, trainiert in 16 384 Schritten und 8 Epochen; sein Rauschen erzeugen 32 Rechner.</translation>
    </message>
    <message>
        <source>A general strategy of 3 bands for 9 steps, small enough to read every entry of the matrix.</source>
        <translation>Eine allgemeine Strategie mit 3 Bändern für 9 Schritte, klein genug, um jeden Eintrag der Matrix zu lesen.</translation>
    </message>
</context>
<context>
    <name>HeatMap</name>
    <message>
        <source>%1 − %2</source>
        <translation>%1 − %2</translation>
    </message>
    <message>
        <source>%1, %2 to a pixel</source>
        <translation>%1, %2 je Pixel</translation>
    </message>
</context>
<context>
    <name>Numbers</name>
    <message>
        <source>under 1 s</source>
        <translation>unter 1 s</translation>
    </message>
    <message>
        <source>1 band</source>
        <translation>1 Band</translation>
    </message>
    <message>
        <source>%1 bands</source>
        <translation>%1 Bänder</translation>
    </message>
</context>
<context>
    <name>PictureWriter</name>
    <message>
        <source>%1: the picture is empty</source>
        <translation>%1: Das Bild ist leer</translation>
    </message>
</context>
<context>
    <name>QuantityText</name>
    <message>
        <source>%1 %2</source>
        <comment>a number and its unit</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>en</source>
        <comment>the code of the language of these texts, as in &lt;html lang&gt;</comment>
        <translation>de</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>Seite %1 von %2</translation>
    </message>
    <message>
        <source>The pages cannot be drawn</source>
        <translation>Die Seiten können nicht gezeichnet werden</translation>
    </message>
    <message>
        <source>The full report says what each figure is.</source>
        <translation>Was jede Zahl bedeutet, sagt der volle Bericht.</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>Shown</source>
        <translation>Gezeigt</translation>
    </message>
    <message>
        <source>Whether the plots draw the design. A click or Space switches it.</source>
        <translation>Ob die Plots den Entwurf zeichnen. Ein Klick oder die Leertaste schaltet es um.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Banded Toeplitz, 25 ban</source>
        <translation>Toeplitz mit Bändern, 25 Bän</translation>
    </message>
    <message>
        <source>The design&apos;s own name, with the line that it has in the plots. F2 or a double click renames.</source>
        <translation>Der eigene Name des Entwurfs, mit der Linie, die er in den Plots hat. F2 oder ein Doppelklick benennt ihn um.</translation>
    </message>
    <message>
        <source>Claim</source>
        <translation>Zusage</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>Banded Toeplitz W</source>
        <translation>Toeplitz mit Bändern W</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>Bands of the strategy C, or of C⁻¹ for BISR and BandInvMF. Strategies without bands have n.</source>
        <translation>Bänder der Strategie C, oder von C⁻¹ bei BISR und BandInvMF. Strategien ohne Bänder haben n.</translation>
    </message>
    <message>
        <source>σ</source>
        <translation>σ</translation>
    </message>
    <message>
        <source>The noise multiplier for sensitivity 1, as accountants use it. It does not grow with the strategy&apos;s sensitivity: what the noise is scaled by is “stddev”.</source>
        <translation>Der Rauschmultiplikator für Sensitivität 1, wie die Abrechnung ihn verwendet. Er wächst nicht mit der Sensitivität der Strategie: Womit das Rauschen skaliert wird, ist „stddev“.</translation>
    </message>
    <message>
        <source>stddev</source>
        <translation>stddev</translation>
    </message>
    <message>
        <source>The standard deviation of the independent noise z before C⁻¹ correlates it, in the units of the gradient: clip norm × σ × sens. This is the noise multiplier that a training job needs.</source>
        <translation>Die Standardabweichung des unabhängigen Rauschens z, bevor C⁻¹ es korreliert, in den Einheiten des Gradienten: Clipping-Norm × σ × Sensitivität. Diesen Rauschmultiplikator braucht ein Trainingsjob.</translation>
    </message>
    <message>
        <source>sens</source>
        <translation>Sens.</translation>
    </message>
    <message>
        <source>0.12345 exact</source>
        <translation>0.12345 exakt</translation>
    </message>
    <message>
        <source>The L2 sensitivity of C under the participation of the batches, in units of the clip norm: exact, or a proven upper bound.</source>
        <translation>Die L2-Sensitivität von C bei der Teilnahme, die zu den Batches gehört, in Clipping-Normen: exakt oder eine bewiesene obere Schranke.</translation>
    </message>
    <message>
        <source>rmse (× clip)</source>
        <translation>RMSE (× Clip)</translation>
    </message>
    <message>
        <source>Root mean square error of the running sums of the clipped gradients over all steps, in units of the clip norm.</source>
        <translation>Wurzel des mittleren quadratischen Fehlers der laufenden Summen geclippter Gradienten über alle Schritte, in Clipping-Normen.</translation>
    </message>
    <message>
        <source>max (× clip)</source>
        <translation>max. (× Clip)</translation>
    </message>
    <message>
        <source>Root mean square error of the step where it is largest, in units of the clip norm.</source>
        <translation>Wurzel des mittleren quadratischen Fehlers des Schritts, in dem er am größten ist, in Clipping-Normen.</translation>
    </message>
    <message>
        <source>vs baseline (%)</source>
        <translation>zum Bezug (%)</translation>
    </message>
    <message>
        <source>The error of the objective against that of the baseline: −20 is a fifth less. Only between comparable designs.</source>
        <translation>Der Fehler der Zielgröße gegenüber dem des Bezugs: −20 ist ein Fünftel weniger. Nur zwischen vergleichbaren Entwürfen.</translation>
    </message>
    <message>
        <source>over bound (%)</source>
        <translation>über Schranke (%)</translation>
    </message>
    <message>
        <source>How far the error of the objective is above the lower bound that holds for every strategy with this σ. Nothing is known under balls-in-bins.</source>
        <translation>Wie weit der Fehler der Zielgröße über der unteren Schranke liegt, die für jede Strategie mit diesem σ gilt. Bei Balls-in-Bins ist keine bekannt.</translation>
    </message>
    <message>
        <source>memory (GB)</source>
        <translation>Speicher (GB)</translation>
    </message>
    <message>
        <source>Noise history that one machine keeps: rows of noise × its parameters × bytes of the number type, in units of 10⁹ bytes.</source>
        <translation>Rauschverlauf, den ein Rechner aufbewahrt: Rauschzeilen × seine Parameter × Byte des Zahlentyps, in Einheiten von 10⁹ Byte.</translation>
    </message>
    <message>
        <source>a step (s)</source>
        <translation>je Schritt (s)</translation>
    </message>
    <message>
        <source>Estimated seconds that one machine takes to make the noise of a step, on one core, from a measurement on this computer.</source>
        <translation>Geschätzte Sekunden, die ein Rechner auf einem Kern braucht, um das Rauschen eines Schritts zu erzeugen, nach einer Messung auf diesem Computer.</translation>
    </message>
    <message>
        <source>solved (s)</source>
        <translation>gelöst (s)</translation>
    </message>
    <message>
        <source>Seconds that optimising, accounting and evaluating took on this computer.</source>
        <translation>Sekunden, die Optimieren, Abrechnen und Auswerten auf diesem Computer gedauert haben.</translation>
    </message>
    <message>
        <source>The mechanism of the strategy.</source>
        <translation>Der Mechanismus der Strategie.</translation>
    </message>
    <message>
        <source>Whether the design makes the same claim as the current scenario, so that their figures can be compared; “another job” is the same guarantee for batches that are formed differently. A click on “not comparable” puts it under the current claim.</source>
        <translation>Ob der Entwurf dieselbe Zusage macht wie das aktuelle Szenario, sodass sich ihre Zahlen vergleichen lassen; „anderer Job“ ist dieselbe Garantie für anders gebildete Batches. Ein Klick auf „nicht vergleichbar“ stellt ihn unter die aktuelle Zusage.</translation>
    </message>
</context>
<context>
    <name>ShortcutSheet</name>
    <message>
        <source>Elsewhere in the window</source>
        <translation>Sonst im Fenster</translation>
    </message>
</context>
<context>
    <name>Workspace</name>
    <message>
        <source>All that can be opened (*.noiseloom *.npz *.npy *.json *.png *.svg *.pdf);;Sessions (*.noiseloom);;Strategies (*.npz *.npy);;Noise plans and scenarios (*.json);;Figures (*.png *.svg *.pdf);;All files (*)</source>
        <translation>Alles, was sich öffnen lässt (*.noiseloom *.npz *.npy *.json *.png *.svg *.pdf);;Sitzungen (*.noiseloom);;Strategien (*.npz *.npy);;Rauschpläne und Szenarien (*.json);;Abbildungen (*.png *.svg *.pdf);;Alle Dateien (*)</translation>
    </message>
</context>
<context>
    <name>noiseloom</name>
    <message>
        <source>The last batch of an epoch is %1 here, now %2.</source>
        <translation>Der letzte Batch einer Epoche ist hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>Examples of one user are %1 at most here, now %2.</source>
        <translation>Beispiele eines Nutzers sind hier höchstens %1, jetzt %2.</translation>
    </message>
    <message>
        <source>Epochs k are %1 here, now %2.</source>
        <translation>Die Epochen k sind hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>Root mean square error of the step where it is largest: %1.</source>
        <translation>Wurzel des mittleren quadratischen Fehlers des Schrittes, in dem er am größten ist: %1.</translation>
    </message>
    <message>
        <source>Root mean square error over all steps: %1.</source>
        <translation>Wurzel des mittleren quadratischen Fehlers über alle Schritte: %1.</translation>
    </message>
    <message>
        <source>max (%1)</source>
        <translation>max (%1)</translation>
    </message>
    <message>
        <source>The probability that the certificate is wrong is %1 here, now %2.</source>
        <translation>Die Wahrscheinlichkeit, dass das Zertifikat falsch ist, ist hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>The batches are %1 here, now %2: another job, which must form its batches differently.</source>
        <translation>Die Batches sind hier %1, jetzt %2: ein anderer Job, der seine Batches anders bilden muss.</translation>
    </message>
    <message>
        <source>vs DP-SGD (%)</source>
        <translation>zu DP-SGD (%)</translation>
    </message>
    <message>
        <source>The strategy is optimised for the %1 here, now for the %2.</source>
        <translation>Optimiert ist hier: %1, jetzt: %2.</translation>
    </message>
    <message>
        <source>The workload is %1 here, now %2.</source>
        <translation>Der Workload ist hier: %1, jetzt: %2.</translation>
    </message>
    <message>
        <source>The clip norm is %1 here, now %2.</source>
        <translation>Die Clipping-Norm ist hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>Iterations n are %1 here, now %2.</source>
        <translation>Die Iterationen n sind hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>Min-separation is %1 here, now %2.</source>
        <translation>Der Mindestabstand ist hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>The adjacency is %1 here, now %2.</source>
        <translation>Die Nachbarschaft ist hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>The unit of privacy is one %1 here, now one %2.</source>
        <translation>Die Privatheitseinheit ist hier ein %1, jetzt ein %2.</translation>
    </message>
    <message>
        <source>δ is %1 here, now %2.</source>
        <translation>δ ist hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>ε is %1 here, now %2.</source>
        <translation>ε ist hier %1, jetzt %2.</translation>
    </message>
    <message>
        <source>%1 for a job that is %2</source>
        <translation>%1 (Job: %2)</translation>
    </message>
    <message>
        <source>Error of each step</source>
        <translation>Fehler jedes Schritts</translation>
    </message>
    <message>
        <source>step i</source>
        <translation>Schritt i</translation>
    </message>
    <message>
        <source>error (× clip norm)</source>
        <translation>Fehler (× Clip-Norm)</translation>
    </message>
    <message>
        <source>entry of C</source>
        <translation>Eintrag von C</translation>
    </message>
    <message>
        <source>%1: rmse %2</source>
        <comment>a design and its error</comment>
        <translation>%1: RMSE %2</translation>
    </message>
    <message>
        <source>converged</source>
        <translation>konvergiert</translation>
    </message>
    <message>
        <source>ended at the limit of iterations</source>
        <translation>an der Grenze der Iterationen beendet</translation>
    </message>
    <message>
        <source>stopped on request</source>
        <translation>auf Wunsch angehalten</translation>
    </message>
    <message>
        <source>ended: no lower point was found</source>
        <translation>beendet: Kein tieferer Punkt wurde gefunden</translation>
    </message>
    <message>
        <source>refused its input</source>
        <translation>Eingabe abgelehnt</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>1 evaluation</source>
        <translation>1 Auswertung</translation>
    </message>
    <message>
        <source>%1 evaluations</source>
        <translation>%1 Auswertungen</translation>
    </message>
    <message>
        <source>Nothing has been solved yet.</source>
        <translation>Es wurde noch nichts gelöst.</translation>
    </message>
    <message>
        <source>%1 is a closed form: nothing was iterated.</source>
        <translation>%1 hat eine geschlossene Form: Es wurde nichts iteriert.</translation>
    </message>
    <message>
        <source>Convergence of the optimiser</source>
        <translation>Konvergenz des Optimierers</translation>
    </message>
    <message>
        <source>evaluations of the objective and its gradient</source>
        <translation>Auswertungen der Zielfunktion und ihres Gradienten</translation>
    </message>
    <message>
        <source>time since the start of the solve (s)</source>
        <translation>Zeit seit Beginn des Lösens (s)</translation>
    </message>
    <message>
        <source>relative (no unit)</source>
        <translation>relativ (ohne Einheit)</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>relativ</translation>
    </message>
    <message>
        <source>gap = (f − f best) / f best,  relative gradient = ‖∇f‖ ‖x‖ / |f|</source>
        <translation>Abstand = (f − f beste) / f beste,  relativer Gradient = ‖∇f‖ ‖x‖ / |f|</translation>
    </message>
    <message>
        <source>Waiting for the optimiser’s first steps…</source>
        <translation>Wartet auf die ersten Schritte des Optimierers…</translation>
    </message>
    <message>
        <source>The solve ended before there was anything to draw.</source>
        <translation>Das Lösen endete, bevor es etwas zu zeichnen gab.</translation>
    </message>
    <message>
        <source>above the best so far</source>
        <translation>über dem bisher besten</translation>
    </message>
    <message>
        <source>above the best</source>
        <translation>über dem besten</translation>
    </message>
    <message>
        <source>relative gradient</source>
        <translation>relativer Gradient</translation>
    </message>
    <message>
        <source>objective %1</source>
        <translation>Zielfunktion %1</translation>
    </message>
    <message>
        <source>tolerance %1</source>
        <translation>Toleranz %1</translation>
    </message>
    <message>
        <source>Solving…</source>
        <translation>Wird gelöst…</translation>
    </message>
    <message>
        <source>solving: %1, %2</source>
        <translation>wird gelöst: %1, %2</translation>
    </message>
    <message>
        <source>solving: %1, relative gradient %2, %3</source>
        <translation>wird gelöst: %1, relativer Gradient %2, %3</translation>
    </message>
    <message>
        <source>%1 after %2, %3</source>
        <translation>%1 nach %2, %3</translation>
    </message>
    <message>
        <source>%1 after %2, relative gradient %3, %4</source>
        <translation>%1 nach %2, relativer Gradient %3, %4</translation>
    </message>
    <message>
        <source>chapter 7 (L-BFGS)</source>
        <translation>Kapitel 7 (L-BFGS)</translation>
    </message>
    <message>
        <source>1 buffer</source>
        <translation>1 Puffer</translation>
    </message>
    <message>
        <source>%1 buffers</source>
        <translation>%1 Puffer</translation>
    </message>
    <message>
        <source>1 vector</source>
        <translation>1 Vektor</translation>
    </message>
    <message>
        <source>%1 vectors</source>
        <translation>%1 Vektoren</translation>
    </message>
    <message>
        <source>%1 a machine</source>
        <translation>%1 je Rechner</translation>
    </message>
    <message>
        <source>%1 of a machine’s %2</source>
        <translation>%1 von %2 eines Rechners</translation>
    </message>
    <message>
        <source>%1, over a machine’s %2</source>
        <translation>%1, mehr als die %2 eines Rechners</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>%1: %2, %3, %4 a step (one core)</source>
        <translation>%1: %2, %3, %4 je Schritt (ein Kern)</translation>
    </message>
    <message>
        <source>not even one buffer fits</source>
        <translation>nicht einmal ein Puffer passt</translation>
    </message>
    <message>
        <source>at most %1 fit</source>
        <translation>höchstens %1 passen</translation>
    </message>
    <message>
        <source>noise kept by a machine (%1)</source>
        <translation>Rauschen je Rechner (%1)</translation>
    </message>
    <message>
        <source>estimated time a step (%1)</source>
        <translation>Zeit je Schritt (%1)</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>%1 je Schritt</translation>
    </message>
    <message>
        <source>Memory a machine keeps for noise</source>
        <translation>Speicher, den ein Rechner für Rauschen aufbewahrt</translation>
    </message>
    <message>
        <source>Time a step for noise</source>
        <translation>Zeit je Schritt für Rauschen</translation>
    </message>
    <message>
        <source>buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>memory = kept rows · ⌈d / machines⌉ · bytes a number;  b bands keep b − 1 rows</source>
        <translation>Speicher = aufbewahrte Zeilen · ⌈d / Rechner⌉ · Byte je Zahl;  b Bänder bewahren b − 1 Zeilen auf</translation>
    </message>
    <message>
        <source>time = ⌈d / machines⌉ · (fresh noise + rows read · time a row), on one core of this machine</source>
        <translation>Zeit = ⌈d / Rechner⌉ · (frisches Rauschen + gelesene Zeilen · Zeit je Zeile), auf einem Kern dieses Computers</translation>
    </message>
    <message>
        <source>There is nothing to keep: one band needs no memory.</source>
        <translation>Es gibt nichts aufzubewahren: Ein Band braucht keinen Speicher.</translation>
    </message>
    <message>
        <source>Measuring what a step costs on this machine…</source>
        <translation>Was ein Schritt auf diesem Computer kostet, wird gemessen…</translation>
    </message>
    <message>
        <source>banded, for comparison</source>
        <translation>mit Bändern, zum Vergleich</translation>
    </message>
    <message>
        <source>does not fit a machine</source>
        <translation>passt nicht auf einen Rechner</translation>
    </message>
    <message>
        <source>a machine’s %1</source>
        <translation>%1 eines Rechners</translation>
    </message>
    <message>
        <source>a machine’s %1: %2</source>
        <translation>%1 eines Rechners: %2</translation>
    </message>
    <message>
        <source>%1. The whole model’s noise is %2; times are estimates, measured on this machine.</source>
        <translation>%1. Das Rauschen des ganzen Modells braucht %2; Zeiten sind Schätzungen, auf diesem Computer gemessen.</translation>
    </message>
    <message>
        <source>%1 In a machine’s memory, %2.</source>
        <translation>%1 In den Speicher eines Rechners: %2.</translation>
    </message>
    <message>
        <source>section 3.3</source>
        <translation>Abschnitt 3.3</translation>
    </message>
    <message>
        <source>memory a machine</source>
        <translation>Speicher je Rechner</translation>
    </message>
    <message>
        <source>time a step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2 (%3)</translation>
    </message>
    <message>
        <source>ε %1</source>
        <translation>ε %1</translation>
    </message>
    <message>
        <source>on the front</source>
        <translation>auf der Front</translation>
    </message>
    <message>
        <source>%1 is at least as good in both</source>
        <translation>%1 ist in beidem mindestens so gut</translation>
    </message>
    <message>
        <source>its figures are a file’s, and not confirmed</source>
        <translation>seine Zahlen stammen aus einer Datei und sind nicht bestätigt</translation>
    </message>
    <message>
        <source>Pareto front: %1 against %2</source>
        <translation>Pareto-Front: %1 über %2</translation>
    </message>
    <message>
        <source>on the front: no other design is at least as good in both and better in one</source>
        <translation>auf der Front: Kein anderer Entwurf ist in beidem mindestens so gut und in einem besser</translation>
    </message>
    <message>
        <source>front</source>
        <translation>Front</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>empfohlen</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>Pin designs (Ctrl+D) or use Design &gt; Recommend: they stand here side by side</source>
        <translation>Heften Sie Entwürfe an (Strg+D) oder nutzen Sie Entwurf &gt; Empfehlen: Hier stehen sie nebeneinander</translation>
    </message>
    <message>
        <source>%1 of %2 designs are on the front; a click selects a pin or uses a recommendation</source>
        <translation>%1 von %2 Entwürfen auf der Front; ein Klick wählt angeheftete aus, verwendet empfohlene</translation>
    </message>
    <message>
        <source>design</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>which</source>
        <translation>welcher</translation>
    </message>
    <message>
        <source>memory a machine (bytes)</source>
        <translation>Speicher je Rechner (Bytes)</translation>
    </message>
    <message>
        <source>time a step (s, one core here)</source>
        <translation>Zeit je Schritt (s, ein Kern hier)</translation>
    </message>
    <message>
        <source>standing</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>of the inputs before</source>
        <translation>von den früheren Eingaben</translation>
    </message>
    <message>
        <source>an estimate</source>
        <translation>eine Schätzung</translation>
    </message>
    <message>
        <source>tried (estimates)</source>
        <translation>probiert (Schätzungen)</translation>
    </message>
    <message>
        <source>cheapest within 5 %: %1</source>
        <translation>am günstigsten bis 5 %: %1</translation>
    </message>
    <message>
        <source>Trying mechanisms by bands and buffers…</source>
        <translation>Probiert Mechanismen nach Bändern und Puffern…</translation>
    </message>
    <message>
        <source>%1 estimates: %2 mechanisms by bands and buffers; a click uses one</source>
        <translation>%1 Schätzungen: %2 Mechanismen nach Bändern und Puffern; ein Klick verwendet eine</translation>
    </message>
    <message numerus="yes">
        <source>; %n beyond the plot</source>
        <translation>
            <numerusform>; %n jenseits des Diagramms</numerusform>
            <numerusform>; %n jenseits des Diagramms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n left out (see the table)</source>
        <translation>
            <numerusform>; %n ausgelassen (siehe Tabelle)</numerusform>
            <numerusform>; %n ausgelassen (siehe Tabelle)</numerusform>
        </translation>
    </message>
    <message>
        <source>; more to come</source>
        <translation>; weitere folgen</translation>
    </message>
    <message>
        <source>tried, an estimate</source>
        <translation>probiert, eine Schätzung</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>%1 for noise: at most %2</source>
        <translation>%1 für Rauschen: höchstens %2</translation>
    </message>
    <message>
        <source>more bands keep more rows of noise than the memory of a machine holds</source>
        <translation>mehr Bänder halten mehr Zeilen Rauschen, als in den Speicher eines Rechners passen</translation>
    </message>
    <message>
        <source>privacy loss ε</source>
        <translation>Privatheitsverlust ε</translation>
    </message>
    <message>
        <source>mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>%1 of every mechanism</source>
        <translation>%1 jedes Mechanismus</translation>
    </message>
    <message>
        <source>of an earlier scenario</source>
        <translation>eines früheren Szenarios</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>lower bound at this σ %1</source>
        <translation>untere Schranke bei diesem σ %1</translation>
    </message>
    <message>
        <source>%1 under every batching</source>
        <translation>%1 bei jeder Batchbildung</translation>
    </message>
    <message>
        <source>pinned, %1</source>
        <translation>angeheftet, %1</translation>
    </message>
    <message>
        <source>sketch</source>
        <translation>Skizze</translation>
    </message>
    <message>
        <source>estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>largest error (%1)</source>
        <translation>größter Fehler (%1)</translation>
    </message>
    <message>
        <source>last error (%1)</source>
        <translation>letzter Fehler (%1)</translation>
    </message>
    <message>
        <source>lower bound at this σ (%1)</source>
        <translation>untere Schranke bei diesem σ (%1)</translation>
    </message>
    <message>
        <source>%1 (pinned):  %2 %3 %4</source>
        <translation>%1 (angeheftet):  %2 %3 %4</translation>
    </message>
    <message>
        <source>%1 (pinned, %2):  %3 %4 %5</source>
        <translation>%1 (angeheftet, %2):  %3 %4 %5</translation>
    </message>
    <message>
        <source>%1:  %2 %3 %4</source>
        <translation>%1:  %2 %3 %4</translation>
    </message>
    <message>
        <source>%1, %2:  %3 %4 %5</source>
        <translation>%1, %2:  %3 %4 %5</translation>
    </message>
    <message>
        <source>bound at this σ (%1)</source>
        <translation>Schranke bei diesem σ (%1)</translation>
    </message>
    <message>
        <source>bound at this σ %1</source>
        <translation>Schranke bei diesem σ %1</translation>
    </message>
    <message>
        <source>memory a machine (B)</source>
        <translation>Speicher je Rechner (B)</translation>
    </message>
    <message>
        <source>noise a step (s, estimate)</source>
        <translation>Rauschen je Schritt (s, geschätzt)</translation>
    </message>
    <message>
        <source>largest = last %1</source>
        <translation>größter = letzter %1</translation>
    </message>
    <message>
        <source>largest %1</source>
        <translation>größter %1</translation>
    </message>
    <message>
        <source>last %1</source>
        <translation>letzter %1</translation>
    </message>
    <message>
        <source>error (× clip)</source>
        <translation>Fehler (× Clip)</translation>
    </message>
    <message>
        <source>error of step i = σ sens ‖row i of A C⁻¹‖</source>
        <translation>Fehler von Schritt i = σ sens ‖Zeile i von A C⁻¹‖</translation>
    </message>
    <message>
        <source>The errors of this design are not finite.</source>
        <translation>Die Fehler dieses Entwurfs sind nicht endlich.</translation>
    </message>
    <message>
        <source>Evaluating the error of each step…</source>
        <translation>Der Fehler jedes Schritts wird ausgewertet…</translation>
    </message>
    <message>
        <source>%1 of DP-SGD’s error</source>
        <translation>%1 des Fehlers von DP-SGD</translation>
    </message>
    <message>
        <source>DP-SGD</source>
        <translation>DP-SGD</translation>
    </message>
    <message>
        <source>section 2 and appendix D</source>
        <translation>Abschnitt 2 und Anhang D</translation>
    </message>
    <message>
        <source>error (%1)</source>
        <translation>Fehler (%1)</translation>
    </message>
    <message>
        <source>Error of each step of %1, from %2 at step 0 to %3 at step %4 (%6). %5.</source>
        <translation>Fehler jedes Schritts von %1, von %2 bei Schritt 0 bis %3 bei Schritt %4 (%6). %5.</translation>
    </message>
    <message>
        <source>%1, step %2:  error %3 (%4)</source>
        <translation>%1, Schritt %2:  Fehler %3 (%4)</translation>
    </message>
    <message>
        <source>%1, step %2:  error %3 (%6), %4 of DP-SGD’s %5</source>
        <translation>%1, Schritt %2:  Fehler %3 (%6), %4 von %5 bei DP-SGD</translation>
    </message>
    <message>
        <source>rmse %1, largest %2 at step %3, last %4 (%5)</source>
        <translation>RMSE %1, größter %2 bei Schritt %3, letzter %4 (%5)</translation>
    </message>
    <message>
        <source>rmse %1, largest %2, last %3 (%4)</source>
        <translation>RMSE %1, größter %2, letzter %3 (%4)</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergiert</translation>
    </message>
    <message>
        <source>loss (examples trained with)</source>
        <translation>Verlust (Trainingsbeispiele)</translation>
    </message>
    <message>
        <source>loss (test examples)</source>
        <translation>Verlust (Testbeispiele)</translation>
    </message>
    <message>
        <source>test accuracy (%)</source>
        <translation>Testgenauigkeit (%)</translation>
    </message>
    <message>
        <source>accuracy (%)</source>
        <translation>Genauigkeit (%)</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Training can start as soon as a design is solved.</source>
        <translation>Das Training kann beginnen, sobald ein Entwurf gelöst ist.</translation>
    </message>
    <message>
        <source>clipped, but not private: where designs with ever less noise meet</source>
        <translation>geclippt, aber nicht privat: wo sich Entwürfe mit immer weniger Rauschen treffen</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n seed(s); pale: one standard deviation of single seeds about it</source>
        <translation>
            <numerusform>Mittel von %n Seed; blass: eine Standardabweichung einzelner Seeds darum</numerusform>
            <numerusform>Mittel von %n Seeds; blass: eine Standardabweichung einzelner Seeds darum</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seed(s), one standard deviation %1</source>
        <translation>
            <numerusform>%n Seed, eine Standardabweichung %1</numerusform>
            <numerusform>%n Seeds, eine Standardabweichung %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2), %3. %4.</source>
        <translation>%1 (%2), %3. %4.</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>%1, seed %2; %3 of %4 seeds</source>
        <translation>%1, Seed %2; %3 von %4 Seeds</translation>
    </message>
    <message>
        <source>Trains small models with the noise of designs</source>
        <translation>Trainiert kleine Modelle mit dem Rauschen von Entwürfen</translation>
    </message>
    <message>
        <source>Pin a design to compare it with this one</source>
        <translation>Heften Sie einen Entwurf an, um ihn mit diesem zu vergleichen</translation>
    </message>
    <message>
        <source>Play: all learn the same points, from the same start</source>
        <translation>Abspielen: Alle lernen dieselben Punkte vom selben Anfang aus</translation>
    </message>
    <message numerus="yes">
        <source>%n more pinned design(s) than there is room for</source>
        <translation>
            <numerusform>%n angehefteter Entwurf mehr, als Platz ist</numerusform>
            <numerusform>%n angeheftete Entwürfe mehr, als Platz ist</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pinned design(s) of another n or N left out</source>
        <translation>
            <numerusform>%n angehefteter Entwurf mit anderem n oder N ist nicht dabei</numerusform>
            <numerusform>%n angeheftete Entwürfe mit anderem n oder N sind nicht dabei</numerusform>
        </translation>
    </message>
    <message>
        <source>marks: expected loss in closed form</source>
        <translation>Marken: erwarteter Verlust in geschlossener Form</translation>
    </message>
    <message>
        <source>%1, which knows no clipping; %2 % of the gradients were clipped</source>
        <translation>%1, die kein Clipping kennt; %2 % der Gradienten wurden geclippt</translation>
    </message>
    <message>
        <source>loss (of the quadratic)</source>
        <translation>Verlust (der quadratischen Aufgabe)</translation>
    </message>
    <message>
        <source>%1; expected in closed form %2</source>
        <translation>%1; in geschlossener Form erwartet %2</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>expected loss in closed form, in the colour of each curve: while no gradient is clipped, with batches of their expected size</source>
        <translation>erwarteter Verlust in geschlossener Form, in der Farbe jeder Kurve: solange kein Gradient geclippt wird, mit Batches ihrer erwarteten Größe</translation>
    </message>
    <message>
        <source>The choices are back, the run is not: Play starts it from the first step</source>
        <translation>Die Auswahl ist wieder da, der Lauf nicht: Abspielen beginnt ihn beim ersten Schritt</translation>
    </message>
    <message>
        <source>Play: all learn the same from the same start; there is no plane to draw, so curves only</source>
        <translation>Abspielen: Alle lernen dasselbe vom selben Anfang aus; ohne Ebene gibt es nur Kurven</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1; seeds: %2</source>
        <translation>%1; Seeds: %2</translation>
    </message>
    <message>
        <source>seed %1: %2</source>
        <translation>Seed %1: %2</translation>
    </message>
    <message>
        <source>Training, an example</source>
        <translation>Training, ein Beispiel</translation>
    </message>
    <message>
        <source>Play: an example in which the noise shows, with N = %1 and ε = %2</source>
        <translation>Abspielen: ein Beispiel, in dem das Rauschen zu sehen ist, mit N = %1 und ε = %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 von %3</translation>
    </message>
    <message>
        <source>Seeds that diverged, in no mean from there on: %1</source>
        <translation>Divergierte Seeds, von da an in keinem Mittel: %1</translation>
    </message>
    <message>
        <source>%1, diverged: %2 of %3</source>
        <translation>%1, divergiert: %2 von %3</translation>
    </message>
    <message>
        <source>%1 examples to train with, %2 to test on; features: %3</source>
        <translation>%1 Beispiele zum Trainieren, %2 zum Testen; Merkmale: %3</translation>
    </message>
    <message>
        <source>labels are numbers</source>
        <translation>Labels sind Zahlen</translation>
    </message>
    <message>
        <source>classes: %1</source>
        <translation>Klassen: %1</translation>
    </message>
    <message>
        <source>features standardised</source>
        <translation>Merkmale standardisiert</translation>
    </message>
    <message>
        <source>pixels divided by 255</source>
        <translation>Pixel durch 255 geteilt</translation>
    </message>
    <message>
        <source>pixels from 0 to 1</source>
        <translation>Pixel von 0 bis 1</translation>
    </message>
    <message numerus="yes">
        <source>left out for a gap: %n row(s)</source>
        <translation>
            <numerusform>wegen einer Lücke weggelassen: %n Zeile</numerusform>
            <numerusform>wegen einer Lücke weggelassen: %n Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>left out: %n column(s)</source>
        <translation>
            <numerusform>weggelassen: %n Spalte</numerusform>
            <numerusform>weggelassen: %n Spalten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s) of words as 0 and 1</source>
        <translation>
            <numerusform>%n Spalte mit Wörtern als 0 und 1</numerusform>
            <numerusform>%n Spalten mit Wörtern als 0 und 1</numerusform>
        </translation>
    </message>
    <message>
        <source>decimal commas</source>
        <translation>Dezimalkommas</translation>
    </message>
    <message>
        <source>Circles</source>
        <translation>Kreise</translation>
    </message>
    <message>
        <source>Moons</source>
        <translation>Monde</translation>
    </message>
    <message>
        <source>Blobs</source>
        <translation>Wolken</translation>
    </message>
    <message>
        <source>Spirals</source>
        <translation>Spiralen</translation>
    </message>
    <message>
        <source>16 ReLU units</source>
        <translation>16 ReLU-Einheiten</translation>
    </message>
    <message>
        <source>16 tanh units</source>
        <translation>16 tanh-Einheiten</translation>
    </message>
    <message>
        <source>Logistic regression</source>
        <translation>Logistische Regression</translation>
    </message>
    <message>
        <source>Softmax regression</source>
        <translation>Softmax-Regression</translation>
    </message>
    <message>
        <source>Linear regression</source>
        <translation>Lineare Regression</translation>
    </message>
    <message>
        <source>The scenario’s only curvature is 0, where nothing is learned: type others.</source>
        <translation>Die einzige Krümmung des Szenarios ist 0, wo nichts zu lernen ist: Geben Sie andere ein.</translation>
    </message>
    <message>
        <source>“%1” is no curvature: type numbers above 0, such as 0.01, or 0.1:5 for five directions of 0.1</source>
        <translation>„%1“ ist keine Krümmung: Geben Sie Zahlen über 0 ein, etwa 0.01, oder 0.1:5 für fünf Richtungen mit 0.1</translation>
    </message>
    <message>
        <source>These are too many: up to %1 curvatures and %2 directions are trained</source>
        <translation>Das sind zu viele: Trainiert werden bis zu %1 Krümmungen und %2 Richtungen</translation>
    </message>
    <message>
        <source>no closed form where learning rate times curvature is above 1</source>
        <translation>keine geschlossene Form, wo Lernrate mal Krümmung über 1 liegt</translation>
    </message>
    <message>
        <source>no closed form where learning rate times curvature is above the weight-decay factor</source>
        <translation>keine geschlossene Form, wo Lernrate mal Krümmung über dem Weight-Decay-Faktor liegt</translation>
    </message>
    <message>
        <source>no closed form with momentum, weight averaging or a schedule</source>
        <translation>keine geschlossene Form mit Momentum, Mittelung der Gewichte oder Lernratenplan</translation>
    </message>
    <message>
        <source>Training takes a data set size N: type one in the scenario, or use the scenario of the example.</source>
        <translation>Training braucht eine Datensatzgröße N: Geben Sie im Szenario eine ein, oder verwenden Sie das Szenario des Beispiels.</translation>
    </message>
    <message>
        <source>The panel trains for up to n = %1 steps with up to N = %2 examples and k N = %3 gradients a run; the scenario has %4, %5 and %6. Use the scenario of the example.</source>
        <translation>Hier wird bis zu n = %1 Schritte mit bis zu N = %2 Beispielen und k N = %3 Gradienten je Lauf trainiert; das Szenario hat %4, %5 und %6. Verwenden Sie das Szenario des Beispiels.</translation>
    </message>
    <message>
        <source>No noise</source>
        <translation>Ohne Rauschen</translation>
    </message>
    <message>
        <source>A run of this model takes %1 numbers of gradients, k N times %2 weights, and the panel goes up to %3: take fewer epochs or a smaller model, or train on the command line.</source>
        <translation>Ein Lauf dieses Modells braucht %1 Zahlen von Gradienten, k N mal %2 Gewichte, und hier geht es bis %3: Nehmen Sie weniger Epochen oder ein kleineres Modell, oder trainieren Sie auf der Kommandozeile.</translation>
    </message>
    <message>
        <source>The file has %1 examples to train with; the panel trains with up to %2.</source>
        <translation>Die Datei hat %1 Beispiele zum Trainieren; hier wird mit bis zu %2 trainiert.</translation>
    </message>
    <message>
        <source>The file has %1 examples to train with, and the scenario is for N = %2.</source>
        <translation>Die Datei hat %1 Beispiele zum Trainieren, und das Szenario gilt für N = %2.</translation>
    </message>
    <message>
        <source>The file has %1 examples to train with, and the scenario has no N.</source>
        <translation>Die Datei hat %1 Beispiele zum Trainieren, und das Szenario hat kein N.</translation>
    </message>
    <message>
        <source>Draw at least one point of each kind.</source>
        <translation>Zeichnen Sie mindestens einen Punkt jeder Art.</translation>
    </message>
    <message>
        <source>%1 against %2 %</source>
        <translation>%1 gegen %2 %</translation>
    </message>
    <message>
        <source>loss %1 against %2</source>
        <translation>Verlust %1 gegen %2</translation>
    </message>
    <message>
        <source>So far %1 %2, %3 %4; seeds: %5 of %6</source>
        <translation>Bisher %1 %2, %3 %4; Seeds: %5 von %6</translation>
    </message>
    <message>
        <source>%1 learns better than %2: %3 after %4 seeds</source>
        <translation>%1 lernt besser als %2: %3 nach %4 Seeds</translation>
    </message>
    <message>
        <source>%1 learns worse than %2: %3 after %4 seeds</source>
        <translation>%1 lernt schlechter als %2: %3 nach %4 Seeds</translation>
    </message>
    <message>
        <source>%1 and %2 learn equally well here: the noise is too small to matter (%3)</source>
        <translation>%1 und %2 lernen hier gleich gut: Das Rauschen ist zu klein, um zu zählen (%3)</translation>
    </message>
    <message>
        <source>No difference that matters between %1 and %2: %3 after %4 seeds, %5 without noise</source>
        <translation>Kein Unterschied, der zählt, zwischen %1 und %2: %3 nach %4 Seeds, %5 ohne Rauschen</translation>
    </message>
    <message>
        <source>About Noiseloom</source>
        <translation>Über Noiseloom</translation>
    </message>
    <message>
        <source>&lt;b&gt;Noiseloom %1&lt;/b&gt;</source>
        <translation>&lt;b&gt;Noiseloom %1&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Designs correlated-noise (matrix factorization) mechanisms for differentially private training.&lt;br&gt;&lt;br&gt;Free software under the GNU General Public License, version 3 or later.</source>
        <translation>Entwirft Mechanismen mit korreliertem Rauschen (Matrixfaktorisierung) für differenziell privates Training.&lt;br&gt;&lt;br&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer.</translation>
    </message>
    <message>
        <source>epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>the unit of privacy</source>
        <translation>die Privatheitseinheit</translation>
    </message>
    <message>
        <source>the adjacency</source>
        <translation>die Nachbarschaft</translation>
    </message>
    <message>
        <source>the batching</source>
        <translation>die Batchbildung</translation>
    </message>
    <message>
        <source>the min-separation</source>
        <translation>der Mindestabstand</translation>
    </message>
    <message>
        <source>iterations n</source>
        <translation>Iterationen n</translation>
    </message>
    <message>
        <source>participations k</source>
        <translation>Teilnahmen k</translation>
    </message>
    <message>
        <source>the clip norm</source>
        <translation>die Clipping-Norm</translation>
    </message>
    <message>
        <source>the workload</source>
        <translation>der Workload</translation>
    </message>
    <message>
        <source>the objective</source>
        <translation>die Zielgröße</translation>
    </message>
    <message>
        <source>not comparable: %1 differs</source>
        <translation>nicht vergleichbar, verschieden ist: %1</translation>
    </message>
    <message>
        <source>not comparable: %1 differ</source>
        <translation>nicht vergleichbar, verschieden sind: %1</translation>
    </message>
    <message>
        <source>%1, other claim</source>
        <translation>%1, andere Zusage</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Satisfied</source>
        <translation>Erfüllt</translation>
    </message>
    <message>
        <source>Job must ensure</source>
        <translation>Job stellt sicher</translation>
    </message>
    <message>
        <source>Violated</source>
        <translation>Verletzt</translation>
    </message>
    <message>
        <source>Accountant</source>
        <translation>Abrechnung</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Noise multiplier σ</source>
        <translation>Rauschmultiplikator σ</translation>
    </message>
    <message>
        <source>%1 for sensitivity 1</source>
        <translation>%1 für Sensitivität 1</translation>
    </message>
    <message>
        <source>L2 sensitivity</source>
        <translation>L2-Sensitivität</translation>
    </message>
    <message>
        <source>%1 × clip norm (%2)</source>
        <translation>%1 × Clipping-Norm (%2)</translation>
    </message>
    <message>
        <source>Error bound</source>
        <translation>Fehlerschranke</translation>
    </message>
    <message>
        <source>σ is too large by at most about %1 relative</source>
        <translation>σ ist relativ um höchstens etwa %1 zu groß</translation>
    </message>
    <message>
        <source>none: σ is exact</source>
        <translation>keine: σ ist exakt</translation>
    </message>
    <message>
        <source>Failure probability</source>
        <translation>Fehlerwahrscheinlichkeit</translation>
    </message>
    <message>
        <source>%1, over the draw of the samples</source>
        <translation>%1, über die Ziehung der Stichproben</translation>
    </message>
    <message>
        <source>none: nothing is sampled</source>
        <translation>keine: Es wird nichts gezogen</translation>
    </message>
    <message>
        <source>Sampling probability q</source>
        <translation>Stichprobenwahrscheinlichkeit q</translation>
    </message>
    <message>
        <source>Compositions T</source>
        <translation>Kompositionen T</translation>
    </message>
    <message>
        <source>Bins</source>
        <translation>Bins</translation>
    </message>
    <message>
        <source>Certificate’s τ</source>
        <translation>τ des Zertifikats</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Stichproben</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>Data accesses covered</source>
        <translation>Erfasste Datenzugriffe</translation>
    </message>
    <message>
        <source>Outputs covered</source>
        <translation>Erfasste Ausgaben</translation>
    </message>
    <message>
        <source>Not covered</source>
        <translation>Nicht erfasst</translation>
    </message>
    <message>
        <source>Unit of privacy</source>
        <translation>Privatheitseinheit</translation>
    </message>
    <message>
        <source>Adjacency</source>
        <translation>Nachbarschaft</translation>
    </message>
    <message>
        <source>Batches as accounted</source>
        <translation>Batches laut Abrechnung</translation>
    </message>
    <message>
        <source>Batches of the job</source>
        <translation>Batches des Jobs</translation>
    </message>
    <message>
        <source>How to verify</source>
        <translation>Wie man es nachprüft</translation>
    </message>
    <message>
        <source>Zero-concentrated DP</source>
        <translation>Zero-Concentrated DP</translation>
    </message>
    <message>
        <source>ρ = %1</source>
        <translation>ρ = %1</translation>
    </message>
    <message>
        <source>Gaussian DP</source>
        <translation>Gauß-DP</translation>
    </message>
    <message>
        <source>μ = %1</source>
        <translation>μ = %1</translation>
    </message>
    <message>
        <source>Privacy claim</source>
        <translation>Privatheitszusage</translation>
    </message>
    <message>
        <source>Critical: an assumption is violated, so that this claim is not made.</source>
        <translation>Kritisch: Eine Annahme ist verletzt, daher wird diese Zusage nicht gemacht.</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Assumption</source>
        <translation>Annahme</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Geltungsbereich</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was er bedeutet</translation>
    </message>
    <message>
        <source>Privacy profile, certified</source>
        <translation>Privatheitsprofil, zertifiziert</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>δ</source>
        <translation>δ</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>Command line</source>
        <translation>Befehlszeile</translation>
    </message>
    <message>
        <source>NumPy</source>
        <translation>NumPy</translation>
    </message>
    <message>
        <source>JAX</source>
        <translation>JAX</translation>
    </message>
    <message>
        <source>PyTorch and Opacus</source>
        <translation>PyTorch und Opacus</translation>
    </message>
    <message>
        <source>Value of the error, in full precision</source>
        <translation>Wert des Fehlers, in voller Genauigkeit</translation>
    </message>
    <message>
        <source>Claim sentence</source>
        <translation>Satz der Zusage</translation>
    </message>
    <message>
        <source>The command reads the learning rates from %1.</source>
        <translation>Der Befehl liest die Lernraten aus %1.</translation>
    </message>
    <message>
        <source>The snippet reads strategy.npz: export the strategy beside it.</source>
        <translation>Das Programm liest strategy.npz: Exportieren Sie die Strategie daneben.</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Training steps n</source>
        <translation>Trainingsschritte n</translation>
    </message>
    <message>
        <source>Data set size N</source>
        <translation>Größe des Datensatzes N</translation>
    </message>
    <message>
        <source>Batch size B = k N / n</source>
        <translation>Batchgröße B = k N / n</translation>
    </message>
    <message>
        <source>Privacy budget</source>
        <translation>Privatheitsbudget</translation>
    </message>
    <message>
        <source>ε = %1, δ = %2</source>
        <translation>ε = %1, δ = %2</translation>
    </message>
    <message>
        <source>Min-separation s</source>
        <translation>Mindestabstand s</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritte</translation>
    </message>
    <message>
        <source>Clip norm</source>
        <translation>Clipping-Norm</translation>
    </message>
    <message>
        <source>Mechanism asked for</source>
        <translation>Gewünschter Mechanismus</translation>
    </message>
    <message>
        <source>Bands asked for</source>
        <translation>Gewünschte Bänder</translation>
    </message>
    <message>
        <source>the best number</source>
        <translation>die beste Anzahl</translation>
    </message>
    <message>
        <source>Buffers asked for</source>
        <translation>Gewünschte Puffer</translation>
    </message>
    <message>
        <source>as many as help</source>
        <translation>so viele, wie nützen</translation>
    </message>
    <message>
        <source>Error made small</source>
        <translation>Klein gemachter Fehler</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Workload</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>Einsatz</translation>
    </message>
    <message>
        <source>%1 parameters; machines that make the noise: %2; numbers in %3</source>
        <translation>%1 Parameter; Rechner, die das Rauschen erzeugen: %2; Zahlen in %3</translation>
    </message>
    <message>
        <source>What the design was made for.</source>
        <translation>Wofür der Entwurf gemacht wurde.</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>clip norms</source>
        <translation>Clipping-Normen</translation>
    </message>
    <message>
        <source>Errors are of sums of clipped gradients, before any division by the batch size.</source>
        <translation>Fehler beziehen sich auf Summen geclippter Gradienten, vor jeder Division durch die Batchgröße.</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>of a mechanism of sensitivity 1; not what the noise is scaled by</source>
        <translation>für einen Mechanismus der Sensitivität 1; nicht das, womit das Rauschen skaliert wird</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>Sensitivität</translation>
    </message>
    <message>
        <source>of the strategy C, exact</source>
        <translation>der Strategie C, exakt</translation>
    </message>
    <message>
        <source>of the strategy C, an upper bound</source>
        <translation>der Strategie C, eine obere Schranke</translation>
    </message>
    <message>
        <source>stddev</source>
        <translation>stddev</translation>
    </message>
    <message>
        <source>of the gradient</source>
        <translation>des Gradienten</translation>
    </message>
    <message>
        <source>clip norm × σ × sensitivity: what the independent noise z is multiplied by before C⁻¹</source>
        <translation>Clipping-Norm × σ × Sensitivität: womit das unabhängige Rauschen z vor C⁻¹ multipliziert wird</translation>
    </message>
    <message>
        <source>Lower bound</source>
        <translation>Untere Schranke</translation>
    </message>
    <message>
        <source>no strategy with this σ has a smaller error of the kind that was made small</source>
        <translation>keine Strategie mit diesem σ hat einen kleineren Fehler der Art, die klein gemacht wurde</translation>
    </message>
    <message>
        <source>The claim holds when every assumption does.</source>
        <translation>Die Zusage gilt, wenn jede Annahme gilt.</translation>
    </message>
    <message>
        <source>How the noise was certified.</source>
        <translation>Wie das Rauschen zertifiziert wurde.</translation>
    </message>
    <message>
        <source>What the claim covers, and what it does not.</source>
        <translation>Was die Zusage erfasst, und was nicht.</translation>
    </message>
    <message>
        <source>Privacy profile</source>
        <translation>Privatheitsprofil</translation>
    </message>
    <message>
        <source>Certified points: the mechanism is (ε, δ)-DP for each.</source>
        <translation>Zertifizierte Punkte: Der Mechanismus ist (ε, δ)-DP für jeden.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>This command solves the scenario again and writes its strategy file; the second recomputes every figure of that file.</source>
        <translation>Dieser Befehl löst das Szenario noch einmal und schreibt seine Strategiedatei; der zweite berechnet jede Zahl dieser Datei neu.</translation>
    </message>
    <message>
        <source>%1 holds the learning rates, one a line.</source>
        <translation>%1 enthält die Lernraten, eine je Zeile.</translation>
    </message>
    <message>
        <source>Made with Noiseloom %1.</source>
        <translation>Erstellt mit Noiseloom %1.</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>σ</source>
        <translation>σ</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>this report’s</source>
        <translation>der dieses Berichts</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1 (Bezug)</translation>
    </message>
    <message>
        <source>Noise design and privacy claim</source>
        <translation>Rauschentwurf und Privatheitszusage</translation>
    </message>
    <message>
        <source>%1 — %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Not to be relied on: %1</source>
        <translation>Nicht verlässlich: %1</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Plots</translation>
    </message>
    <message>
        <source>Compared designs</source>
        <translation>Verglichene Entwürfe</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Coefficients</source>
        <translation>Koeff.</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Convergence</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Slider</source>
        <translation>Schieberegler</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>A tenth of the range</source>
        <translation>Ein Zehntel des Bereichs</translation>
    </message>
    <message>
        <source>Least and largest value</source>
        <translation>Kleinster und größter Wert</translation>
    </message>
    <message>
        <source>Noise laboratory</source>
        <translation>Rauschlabor</translation>
    </message>
    <message>
        <source>One iteration back or on</source>
        <translation>Eine Iteration zurück oder weiter</translation>
    </message>
    <message>
        <source>A twentieth of the run back or on</source>
        <translation>Ein Zwanzigstel des Laufs zurück oder weiter</translation>
    </message>
    <message>
        <source>First or last iteration</source>
        <translation>Erste oder letzte Iteration</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Go to another entry</source>
        <translation>Zu einem anderen Eintrag gehen</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Along the diagonal</source>
        <translation>Entlang der Diagonalen</translation>
    </message>
    <message>
        <source>First or last row</source>
        <translation>Erste oder letzte Zeile</translation>
    </message>
    <message>
        <source>Go to a row by its number</source>
        <translation>Zu einer Zeile nach ihrer Nummer gehen</translation>
    </message>
    <message>
        <source>Zoom in and out</source>
        <translation>Vergrößern und verkleinern</translation>
    </message>
    <message>
        <source>Show all of the matrix</source>
        <translation>Die ganze Matrix zeigen</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Previous or next point</source>
        <translation>Voriger oder nächster Punkt</translation>
    </message>
    <message>
        <source>Previous or next series</source>
        <translation>Vorige oder nächste Reihe</translation>
    </message>
    <message>
        <source>Back or on by a larger step</source>
        <translation>In größeren Schritten zurück oder weiter</translation>
    </message>
    <message>
        <source>First or last point</source>
        <translation>Erster oder letzter Punkt</translation>
    </message>
    <message>
        <source>Choose the point that is read</source>
        <translation>Den abgelesenen Punkt wählen</translation>
    </message>
    <message>
        <source>Linear or logarithmic axis: up, across</source>
        <translation>Lineare oder logarithmische Achse: senkrecht, waagerecht</translation>
    </message>
    <message>
        <source>Hide the series that is read, or show it again</source>
        <translation>Die abgelesene Reihe ausblenden oder wieder zeigen</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Go to another cell</source>
        <translation>Zu einer anderen Zelle gehen</translation>
    </message>
    <message>
        <source>best bands b</source>
        <translation>beste Bänder b</translation>
    </message>
    <message>
        <source>%1: %2 at %3.</source>
        <translation>%1: %2 bei %3.</translation>
    </message>
    <message>
        <source>%1: always %2.</source>
        <translation>%1: immer %2.</translation>
    </message>
    <message>
        <source>%1: %2 points, least %3 at %4, largest %5 at %6.</source>
        <translation>%1: %2 Punkte, kleinster %3 bei %4, größter %5 bei %6.</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: nothing to show yet.</source>
        <translation>%1: noch nichts zu zeigen.</translation>
    </message>
    <message>
        <source>%1: %2 against %3 from %4 to %5.</source>
        <translation>%1: %2 gegen %3 von %4 bis %5.</translation>
    </message>
    <message>
        <source>The coefficients appear as soon as there is a design.</source>
        <translation>Die Koeffizienten erscheinen, sobald es einen Entwurf gibt.</translation>
    </message>
    <message>
        <source>this design</source>
        <translation>dieser Entwurf</translation>
    </message>
    <message>
        <source>Coefficients of %1</source>
        <translation>Koeffizienten von %1</translation>
    </message>
    <message>
        <source>Entries of %1, column %2</source>
        <translation>Einträge von %1, Spalte %2</translation>
    </message>
    <message>
        <source>lag i − j (iterations)</source>
        <translation>Abstand i − j (Iterationen)</translation>
    </message>
    <message>
        <source>rows after row %1, the leaf&apos;s own</source>
        <translation>Zeilen nach Zeile %1, der des Blatts</translation>
    </message>
    <message>
        <source>iterations after %1, the leaf&apos;s own</source>
        <translation>Iterationen nach %1, der des Blatts</translation>
    </message>
    <message>
        <source>C⁻¹ = I: independent noise</source>
        <translation>C⁻¹ = I: unabhängiges Rauschen</translation>
    </message>
    <message>
        <source>C = I: independent noise</source>
        <translation>C = I: unabhängiges Rauschen</translation>
    </message>
    <message>
        <source>C⁻¹ = A⁻¹ D, where the decoder D adds up nodes: D C = A</source>
        <translation>C⁻¹ = A⁻¹ D, wobei der Decoder D Knoten addiert: D C = A</translation>
    </message>
    <message>
        <source>C[i, j] = 1 where node i of the tree lies above leaf j, else 0</source>
        <translation>C[i, j] = 1, wo Knoten i des Baums über Blatt j liegt, sonst 0</translation>
    </message>
    <message>
        <source>C⁻¹[i, j] = g[i − j] / s[i], where g is the inverse series of c; s is 1 but for the last b − 1 rows</source>
        <translation>C⁻¹[i, j] = g[i − j] / s[i], wobei g die inverse Reihe von c ist; s ist 1 außer bei den letzten b − 1 Zeilen</translation>
    </message>
    <message>
        <source>C[i, j] = c[i − j] s[j], where s is 1 but for the last b − 1 columns</source>
        <translation>C[i, j] = c[i − j] s[j], wobei s 1 ist außer bei den letzten b − 1 Spalten</translation>
    </message>
    <message>
        <source>C[i, j] = c[i − j], c[0] = 1, c[l] = Σ ω θˡ⁻¹</source>
        <translation>C[i, j] = c[i − j], c[0] = 1, c[l] = Σ ω θˡ⁻¹</translation>
    </message>
    <message>
        <source>C⁻¹[i, j] = g[i − j], which ends after p values</source>
        <translation>C⁻¹[i, j] = g[i − j], das nach p Werten endet</translation>
    </message>
    <message>
        <source>C⁻¹[i, j] = g[i − j], where Σ c[l] g[m − l] is 1 for m = 0 and else 0</source>
        <translation>C⁻¹[i, j] = g[i − j], wobei Σ c[l] g[m − l] 1 ist für m = 0 und sonst 0</translation>
    </message>
    <message>
        <source>C[i, j] = c[i − j]: every column holds the same</source>
        <translation>C[i, j] = c[i − j]: In jeder Spalte steht dasselbe</translation>
    </message>
    <message>
        <source>C⁻¹ C = I</source>
        <translation>C⁻¹ C = I</translation>
    </message>
    <message>
        <source>C[i, j] = 0 unless 0 ≤ i − j &lt; b</source>
        <translation>C[i, j] = 0, außer wenn 0 ≤ i − j &lt; b</translation>
    </message>
    <message>
        <source>Strategy matrix C</source>
        <translation>Strategiematrix C</translation>
    </message>
    <message>
        <source>Noising matrix C⁻¹</source>
        <translation>Rauschmatrix C⁻¹</translation>
    </message>
    <message>
        <source>Error factor A C⁻¹</source>
        <translation>Fehlerfaktor A C⁻¹</translation>
    </message>
    <message>
        <source>Gram matrix CᵀC</source>
        <translation>Gram-Matrix CᵀC</translation>
    </message>
    <message>
        <source>row i (a node of the tree)</source>
        <translation>Zeile i (ein Knoten des Baums)</translation>
    </message>
    <message>
        <source>row i</source>
        <translation>Zeile i</translation>
    </message>
    <message>
        <source>column j (a node of the tree)</source>
        <translation>Spalte j (ein Knoten des Baums)</translation>
    </message>
    <message>
        <source>column j</source>
        <translation>Spalte j</translation>
    </message>
    <message>
        <source>%1 in view, sampled: the largest of the entries that were looked at in each cell of rows and columns</source>
        <translation>%1 im Ausschnitt, abgetastet: der größte der Einträge, die in jeder Zelle aus Zeilen und Spalten angesehen wurden</translation>
    </message>
    <message>
        <source>Entries of %1 in view</source>
        <translation>Einträge von %1 im Ausschnitt</translation>
    </message>
    <message>
        <source>%1 in view, pooled: the entry of largest magnitude of each cell of rows and columns</source>
        <translation>%1 im Ausschnitt, zusammengefasst: der betragsgrößte Eintrag jeder Zelle aus Zeilen und Spalten</translation>
    </message>
    <message>
        <source>j = %1</source>
        <translation>j = %1</translation>
    </message>
    <message>
        <source>Heat map of %1, %2 rows and %3 columns.</source>
        <translation>Heatmap von %1, %2 Zeilen und %3 Spalten.</translation>
    </message>
    <message>
        <source>In view are rows %1 to %2 and columns %3 to %4, with values from %5 to %6.</source>
        <translation>Im Ausschnitt sind die Zeilen %1 bis %2 und die Spalten %3 bis %4, mit Werten von %5 bis %6.</translation>
    </message>
    <message>
        <source>It is sampled: not every entry in view was looked at.</source>
        <translation>Sie ist abgetastet: Nicht jeder Eintrag im Ausschnitt wurde angesehen.</translation>
    </message>
    <message>
        <source>iteration i</source>
        <translation>Iteration i</translation>
    </message>
    <message>
        <source>noise in the iterate (× clip norm)</source>
        <translation>Rauschsumme (× Clipping-Norm)</translation>
    </message>
    <message>
        <source>noise (× clip norm)</source>
        <translation>Rauschen (× Clipping-Norm)</translation>
    </message>
    <message>
        <source>noise (× clip)</source>
        <translation>Rauschen (× Clip)</translation>
    </message>
    <message>
        <source>× clip</source>
        <translation>× Clip</translation>
    </message>
    <message>
        <source>independent, same privacy</source>
        <translation>unabhängig, gleich privat</translation>
    </message>
    <message>
        <source>correlated</source>
        <translation>korreliert</translation>
    </message>
    <message>
        <source>frequency (cycles an iteration)</source>
        <translation>Frequenz (Perioden je Iteration)</translation>
    </message>
    <message>
        <source>power density (× clip norm²)</source>
        <translation>Leistungsdichte (× Clipping-Norm²)</translation>
    </message>
    <message>
        <source>cycles an iteration</source>
        <translation>Perioden je Iteration</translation>
    </message>
    <message>
        <source>power (× clip²)</source>
        <translation>Leistung (× Clip²)</translation>
    </message>
    <message>
        <source>× clip²</source>
        <translation>× Clip²</translation>
    </message>
    <message>
        <source>A spectrum takes at least 16 iterations.</source>
        <translation>Ein Spektrum braucht mindestens 16 Iterationen.</translation>
    </message>
    <message>
        <source>a period of %1 iterations</source>
        <translation>eine Periode von %1 Iterationen</translation>
    </message>
    <message>
        <source>this draw</source>
        <translation>diese Ziehung</translation>
    </message>
    <message>
        <source>correlated, exact</source>
        <translation>korreliert, exakt</translation>
    </message>
    <message>
        <source>lag before iteration %1 (iterations)</source>
        <translation>Abstand vor Iteration %1 (Iterationen)</translation>
    </message>
    <message>
        <source>covariance (× clip norm²)</source>
        <translation>Kovarianz (× Clipping-Norm²)</translation>
    </message>
    <message>
        <source>lag (iterations)</source>
        <translation>Abstand (Iterationen)</translation>
    </message>
    <message>
        <source>Noise in the running sums</source>
        <translation>Rauschen in den laufenden Summen</translation>
    </message>
    <message>
        <source>Noise of each step</source>
        <translation>Rauschen jedes Schritts</translation>
    </message>
    <message>
        <source>Spectrum of the noise</source>
        <translation>Spektrum des Rauschens</translation>
    </message>
    <message>
        <source>Covariance of the noise with that of earlier steps</source>
        <translation>Kovarianz des Rauschens mit dem früherer Schritte</translation>
    </message>
    <message>
        <source>The noise is drawn as soon as a design is solved.</source>
        <translation>Das Rauschen wird gezogen, sobald ein Entwurf gelöst ist.</translation>
    </message>
    <message>
        <source>i = %1:  noise %2,  running sum %3</source>
        <translation>i = %1:  Rauschen %2,  laufende Summe %3</translation>
    </message>
    <message>
        <source>i = %1:  noise %2,  running sum %3 (independent %4)</source>
        <translation>i = %1:  Rauschen %2,  laufende Summe %3 (unabhängig %4)</translation>
    </message>
    <message>
        <source>%1;  C⁻¹z = %2</source>
        <translation>%1;  C⁻¹z = %2</translation>
    </message>
    <message>
        <source>Draws the noise of a training run, step by step</source>
        <translation>Zieht das Rauschen eines Trainingslaufs, Schritt für Schritt</translation>
    </message>
    <message>
        <source>%1, σ %2</source>
        <translation>%1, σ %2</translation>
    </message>
    <message>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <source>%1: no point is known yet.</source>
        <translation>%1: Noch ist kein Punkt bekannt.</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>%1 (× clip)</source>
        <translation>%1 (× Clip)</translation>
    </message>
    <message>
        <source>best of the estimates: %1</source>
        <translation>beste Schätzung: %1</translation>
    </message>
    <message>
        <source>best: %1</source>
        <translation>beste: %1</translation>
    </message>
    <message>
        <source>chosen: %1</source>
        <translation>gewählt: %1</translation>
    </message>
    <message>
        <source>%1[j + lag, j]</source>
        <translation>%1[j + Abstand, j]</translation>
    </message>
    <message>
        <source>section 2</source>
        <translation>Abschnitt 2</translation>
    </message>
    <message>
        <source>The strategy matrix C: what one example adds to C G, over all steps it takes part in, is the sensitivity (%1)</source>
        <translation>Die Strategiematrix C: Was ein Beispiel über alle Schritte, an denen es teilnimmt, zu C G beiträgt, ist die Sensitivität (%1)</translation>
    </message>
    <message>
        <source>The noising matrix C⁻¹: the noise of step i is the sum over j of C⁻¹[i, j] zⱼ with independent zⱼ (%1)</source>
        <translation>Die Rauschmatrix C⁻¹: Das Rauschen von Schritt i ist die Summe über j von C⁻¹[i, j] zⱼ mit unabhängigen zⱼ (%1)</translation>
    </message>
    <message>
        <source>The error factor A C⁻¹ of the workload A: row i makes the error of iterate i, rmse = σ sens √(‖A C⁻¹‖² / n) (%1)</source>
        <translation>Der Fehlerfaktor A C⁻¹ des Workloads A: Zeile i macht den Fehler der Iterierten i, RMSE = σ sens √(‖A C⁻¹‖² / n) (%1)</translation>
    </message>
    <message>
        <source>The Gram matrix CᵀC: inner products of the columns, whose sums over the steps of one example make the squared sensitivity; 0 beyond the bands (%1)</source>
        <translation>Die Gram-Matrix CᵀC: innere Produkte der Spalten, deren Summen über die Schritte eines Beispiels die quadrierte Sensitivität ergeben; 0 jenseits der Bänder (%1)</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>C⁻¹[i, j] = g[i − j] / s[i], which ends after p values; s is above 1 in the last rows</source>
        <translation>C⁻¹[i, j] = g[i − j] / s[i], nach p Werten zu Ende; s ist in den letzten Zeilen über 1</translation>
    </message>
    <message>
        <source>C[i, j] = c[i − j] s[j], where c is the inverse series of g; s is above 1 in the last columns</source>
        <translation>C[i, j] = c[i − j] s[j], wobei c die inverse Reihe von g ist; s ist in den letzten Spalten über 1</translation>
    </message>
    <message>
        <source>best of 1 to %1: %2</source>
        <translation>beste von 1 bis %1: %2</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>Vorsicht</translation>
    </message>
    <message>
        <source>the failure probability</source>
        <translation>die Fehlerwahrscheinlichkeit</translation>
    </message>
    <message>
        <source>another job: %1 differs</source>
        <translation>anderer Job, verschieden ist: %1</translation>
    </message>
    <message>
        <source>another job: %1 differ</source>
        <translation>anderer Job, verschieden sind: %1</translation>
    </message>
    <message>
        <source>%1, other job</source>
        <translation>%1, anderer Job</translation>
    </message>
    <message>
        <source>rmse of DP-SGD under the same batching</source>
        <translation>RMSE von DP-SGD mit derselben Batchbildung</translation>
    </message>
    <message>
        <source>rmse (%1)</source>
        <translation>RMSE (%1)</translation>
    </message>
    <message>
        <source>Largest error (%1)</source>
        <translation>Größter Fehler (%1)</translation>
    </message>
    <message>
        <source>%1: %2 mechanisms from %3, which has the least error, %4 (%7), to %5 with %6.</source>
        <translation>%1: %2 Mechanismen, von %3 mit dem kleinsten Fehler, %4 (%7), bis %5 mit %6.</translation>
    </message>
    <message>
        <source>%1: %2 has %3 (%4) whatever the bands.</source>
        <translation>%1: %2 hat %3 (%4), wie viele Bänder es auch sind.</translation>
    </message>
    <message>
        <source>%1 for %2: %3 points from %4 to %5, the least error %6 (%8) at %7.</source>
        <translation>%1 für %2: %3 Punkte von %4 bis %5, der kleinste Fehler ist %6 (%8) bei %7.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>What errors are stated in: %1.</source>
        <translation>Worin Fehler angegeben sind: %1.</translation>
    </message>
    <message>
        <source>%1; shown: %2</source>
        <translation>%1; gezeigt: %2</translation>
    </message>
    <message>
        <source>%1 for %2: %3 batchings from %4, which has the least error, %5 (%8), to %6 with %7.</source>
        <translation>%1 für %2: %3 Batchbildungen, von %4 mit dem kleinsten Fehler, %5 (%8), bis %6 mit %7.</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>Pareto</translation>
    </message>
    <message>
        <source>lag i − j</source>
        <translation>Abstand i − j</translation>
    </message>
    <message>
        <source>lag %1</source>
        <translation>Abstand %1</translation>
    </message>
    <message>
        <source>Heat map of %1 by lag, %2 rows and %3 lags.</source>
        <translation>Heatmap von %1 nach Abstand, %2 Zeilen und %3 Abstände.</translation>
    </message>
    <message>
        <source>In view are rows %1 to %2 and lags %3 to %4, with values from %5 to %6.</source>
        <translation>Zu sehen sind die Zeilen %1 bis %2 und die Abstände %3 bis %4, mit Werten von %5 bis %6.</translation>
    </message>
    <message>
        <source>independent, exact</source>
        <translation>unabhängig, exakt</translation>
    </message>
    <message>
        <source>%1 (the first %2 of %3)</source>
        <translation>%1 (die ersten %2 von %3)</translation>
    </message>
    <message>
        <source>independent: DP-SGD</source>
        <translation>unabhängig: DP-SGD</translation>
    </message>
    <message>
        <source>%1 expected there</source>
        <translation>dort erwartet %1</translation>
    </message>
    <message>
        <source>rmse %1</source>
        <translation>RMSE %1</translation>
    </message>
    <message>
        <source>%1, of %2 draws %3</source>
        <translation>%1, von %2 Ziehungen %3</translation>
    </message>
    <message>
        <source>%1; independent %2</source>
        <translation>%1; unabhängig %2</translation>
    </message>
    <message>
        <source>no strategy has less error with the σ of the same point; another point has another σ</source>
        <translation>keine Strategie hat mit dem σ desselben Punktes weniger Fehler; ein anderer Punkt hat ein anderes σ</translation>
    </message>
    <message>
        <source>within 1 %: %1 to %2</source>
        <translation>bis 1 %: %1 bis %2</translation>
    </message>
    <message>
        <source>of the numbers of bands that were tried, those that lose at most 1 % to the best</source>
        <translation>von den Bandzahlen, die versucht wurden, die, die höchstens 1 % gegen die beste verlieren</translation>
    </message>
    <message>
        <source>19 of 20 draws</source>
        <translation>19 von 20 Ziehungen</translation>
    </message>
    <message>
        <source>at each step; 1.96 times its error, which the rmse is the root mean square of</source>
        <translation>in jedem Schritt; das 1,96-Fache seines Fehlers, dessen quadratisches Mittel der RMSE ist</translation>
    </message>
    <message>
        <source>Draw %1: rms of sums %2</source>
        <translation>Ziehung %1: RMS %2</translation>
    </message>
    <message>
        <source>Copy the point that is read</source>
        <translation>Den gelesenen Punkt kopieren</translation>
    </message>
    <message>
        <source>Drawing coefficients</source>
        <translation>Koeffizienten zeichnen</translation>
    </message>
    <message>
        <source>Choose a coefficient</source>
        <translation>Einen Koeffizienten wählen</translation>
    </message>
    <message>
        <source>A hundredth more or less</source>
        <translation>Ein Hundertstel mehr oder weniger</translation>
    </message>
    <message>
        <source>A tenth more or less</source>
        <translation>Ein Zehntel mehr oder weniger</translation>
    </message>
    <message>
        <source>Memory of a buffer: shorter, longer</source>
        <translation>Gedächtnis eines Puffers: kürzer, länger</translation>
    </message>
    <message>
        <source>Take a drag back</source>
        <translation>Einen Zug zurücknehmen</translation>
    </message>
    <message>
        <source>Buffers of C</source>
        <translation>Puffer von C</translation>
    </message>
    <message>
        <source>memory 1 / (1 − θ) (iterations)</source>
        <translation>Gedächtnis 1 / (1 − θ) (Iterationen)</translation>
    </message>
    <message>
        <source>output scale ω</source>
        <translation>Gewicht ω</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>gezeichnet</translation>
    </message>
    <message>
        <source>decay θ = %1</source>
        <translation>Abklingen θ = %1</translation>
    </message>
    <message>
        <source>learning rates, momentum %1</source>
        <translation>Lernraten, Momentum %1</translation>
    </message>
    <message>
        <source>from a file</source>
        <translation>aus einer Datei</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>open</source>
        <translation>offen</translation>
    </message>
    <message>
        <source>comparable, as answers for different jobs: %1</source>
        <translation>vergleichbar, als Antworten für verschiedene Jobs: %1</translation>
    </message>
    <message>
        <source>comparable: the same guarantee and the same error</source>
        <translation>vergleichbar: dieselbe Garantie und derselbe Fehler</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>noise multiplier σ</source>
        <translation>Rauschmultiplikator σ</translation>
    </message>
    <message>
        <source>sensitivity (clip norms)</source>
        <translation>Sensitivität (Clip-Normen)</translation>
    </message>
    <message>
        <source>stddev of the noise z</source>
        <translation>Stddev des Rauschens z</translation>
    </message>
    <message>
        <source>lower bound (clip norms)</source>
        <translation>untere Schranke (Clip-Normen)</translation>
    </message>
    <message>
        <source>rmse of DP-SGD (clip norms)</source>
        <translation>RMSE von DP-SGD (Clip-Normen)</translation>
    </message>
    <message>
        <source>noise rows kept</source>
        <translation>gemerkte Rauschzeilen</translation>
    </message>
    <message>
        <source>input or figure</source>
        <translation>Eingabe oder Zahl</translation>
    </message>
    <message>
        <source>Noise design on a page</source>
        <translation>Rauschentwurf auf einer Seite</translation>
    </message>
    <message>
        <source>The mechanism has no number of bands to search for: choose another value.</source>
        <translation>Der Mechanismus hat keine Anzahl von Bändern, die zu suchen wäre: Wählen Sie einen anderen Wert.</translation>
    </message>
    <message>
        <source>Without amplification as many bands as allowed are best. Choose cyclic Poisson or balls in bins to see where fewer are, or another value.</source>
        <translation>Ohne Verstärkung sind so viele Bänder wie erlaubt am besten. Wählen Sie zyklisches Poisson oder Balls-in-Bins, um zu sehen, wo weniger besser sind, oder einen anderen Wert.</translation>
    </message>
    <message>
        <source>Map over two inputs</source>
        <translation>Karte über zwei Eingaben</translation>
    </message>
    <message>
        <source>Take both inputs of the cell over</source>
        <translation>Beide Eingaben der Zelle übernehmen</translation>
    </message>
    <message>
        <source>Best bands</source>
        <translation>Beste Bänder</translation>
    </message>
    <message>
        <source>Noise multiplier</source>
        <translation>Rauschmultiplikator</translation>
    </message>
    <message>
        <source>Promised ε</source>
        <translation>Versprochenes ε</translation>
    </message>
    <message>
        <source>ε promised by σ %1</source>
        <translation>ε, das σ %1 verspricht</translation>
    </message>
    <message>
        <source>Best number of bands</source>
        <translation>Beste Anzahl von Bändern</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>each step alone</source>
        <translation>jeder Schritt für sich</translation>
    </message>
    <message>
        <source>Curvatures: ηλ and weight</source>
        <translation>Krümmungen: ηλ und Gewicht</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Train, or pause</source>
        <translation>Trainieren oder anhalten</translation>
    </message>
    <message>
        <source>C⁻¹ = A⁻¹ D, where the decoder D adds up blocks: D C = A</source>
        <translation>C⁻¹ = A⁻¹ D, wobei der Dekodierer D Blöcke addiert: D C = A</translation>
    </message>
    <message>
        <source>C[i, j] = w c[k], where step j lies k blocks before block i, inside one larger block; else 0</source>
        <translation>C[i, j] = w c[k], wo Schritt j um k Blöcke vor Block i liegt, beide in einem größeren Block; sonst 0</translation>
    </message>
    <message>
        <source>as good as DP-SGD under the same batching</source>
        <translation>so gut wie DP-SGD mit gleichen Batches</translation>
    </message>
    <message>
        <source>%1 % better than DP-SGD under the same batching</source>
        <translation>%1 % besser als DP-SGD mit gleichen Batches</translation>
    </message>
    <message>
        <source>%1 % worse than DP-SGD under the same batching</source>
        <translation>%1 % schlechter als DP-SGD mit gleichen Batches</translation>
    </message>
    <message>
        <source>%1 (by its objective)</source>
        <translation>%1 (nach seiner Zielgröße)</translation>
    </message>
    <message>
        <source>independent noise of the same privacy</source>
        <translation>unabhängiges Rauschen derselben Privatheit</translation>
    </message>
    <message>
        <source>%1; this design: %2</source>
        <translation>%1; dieser Entwurf: %2</translation>
    </message>
    <message>
        <source>%1 of DP-SGD under the same batching</source>
        <translation>%1 von DP-SGD mit gleichen Batches</translation>
    </message>
    <message>
        <source>Designs kept for comparison. Differences are against the baseline, where the claims are the same, in the error that was made small.</source>
        <translation>Zum Vergleich aufbewahrte Entwürfe. Unterschiede gelten gegenüber dem Bezug, wo die Zusagen gleich sind, in dem Fehler, der klein gemacht wurde.</translation>
    </message>
    <message>
        <source>Designs kept for comparison. Differences are against DP-SGD under each design’s own claim and batching, in the error that was made small.</source>
        <translation>Zum Vergleich aufbewahrte Entwürfe. Unterschiede gelten gegenüber DP-SGD unter der Zusage und mit der Batchbildung des jeweiligen Entwurfs, in dem Fehler, der klein gemacht wurde.</translation>
    </message>
    <message>
        <source>against the baseline</source>
        <translation>zum Bezug</translation>
    </message>
    <message>
        <source>against DP-SGD</source>
        <translation>zu DP-SGD</translation>
    </message>
    <message>
        <source>%1 (clip norms)</source>
        <translation>%1 (Clip-Normen)</translation>
    </message>
    <message>
        <source>σ × sensitivity × root of the squared row norm of A C⁻¹: %1</source>
        <translation>σ × Sensitivität × Wurzel der quadrierten Zeilennorm von A C⁻¹: %1</translation>
    </message>
    <message>
        <source>the same: %1</source>
        <translation>dasselbe: %1</translation>
    </message>
    <message>
        <source>norm of the last row</source>
        <translation>Norm der letzten Zeile</translation>
    </message>
    <message>
        <source>largest row norm</source>
        <translation>größte Zeilennorm</translation>
    </message>
    <message>
        <source>root of the mean squared row norm</source>
        <translation>Wurzel der mittleren quadrierten Zeilennorm</translation>
    </message>
    <message>
        <source>%1 = σ · sens(C) · %2 of A C⁻¹</source>
        <translation>%1 = σ · sens(C) · %2 von A C⁻¹</translation>
    </message>
    <message>
        <source>%1 = σ · sens(C) · %2 of A_λ C⁻¹, squares averaged over curvatures λ</source>
        <translation>%1 = σ · sens(C) · %2 von A_λ C⁻¹, Quadrate über die Krümmungen λ gemittelt</translation>
    </message>
    <message>
        <source>running sums, curvatures %1</source>
        <translation>laufende Summen, Krümmungen %1</translation>
    </message>
    <message>
        <source>running sums</source>
        <translation>laufende Summen</translation>
    </message>
    <message>
        <source>learning rates, momentum %1, weight-decay factor %2</source>
        <translation>Lernraten, Momentum %1, Weight-Decay-Faktor %2</translation>
    </message>
    <message>
        <source>momentum %1, weight-decay factor %2</source>
        <translation>Momentum %1, Weight-Decay-Faktor %2</translation>
    </message>
    <message>
        <source>There are %1 learning rates, but not that many iterations. Use a file with one rate for each iteration.</source>
        <translation>Es gibt %1 Lernraten, aber nicht so viele Iterationen. Verwenden Sie eine Datei mit einer Lernrate je Iteration.</translation>
    </message>
    <message>
        <source>%1 %2 is not allowed: use %3.</source>
        <translation>%1 %2 ist nicht erlaubt: Verwenden Sie %3.</translation>
    </message>
    <message>
        <source>Epochs k, passes over the data</source>
        <translation>Epochen k, Durchgänge durch die Daten</translation>
    </message>
    <message>
        <source>Most participations of one example</source>
        <translation>Meiste Teilnahmen eines Beispiels</translation>
    </message>
    <message>
        <source>No errors are set against each other: the designs are not comparable.</source>
        <translation>Es werden keine Fehler gegenübergestellt: Die Entwürfe sind nicht vergleichbar.</translation>
    </message>
    <message>
        <source>All have the same error.</source>
        <translation>Alle haben den gleichen Fehler.</translation>
    </message>
    <message>
        <source>%1 has the same</source>
        <translation>%1 hat den gleichen</translation>
    </message>
    <message>
        <source>%1 has %2 % more</source>
        <translation>%1 hat %2 % mehr</translation>
    </message>
    <message>
        <source>%1 has the least %2; %3.</source>
        <translation>%1 hat den kleinsten Fehler (%2); %3.</translation>
    </message>
    <message>
        <source>The noise that (%1, %2)-differential privacy asks for at sensitivity 1. It follows from epsilon, delta, the adjacency and the batching, and not from the clip norm.</source>
        <translation>Das Rauschen, das (%1, %2)-Differential-Privacy bei Sensitivität 1 verlangt. Es folgt aus Epsilon, Delta, der Nachbarschaft und der Batchbildung, nicht aus der Clip-Norm.</translation>
    </message>
    <message>
        <source>It is an estimate so far.</source>
        <translation>Es ist bisher eine Schätzung.</translation>
    </message>
    <message>
        <source>sensitivity</source>
        <translation>Sensitivität</translation>
    </message>
    <message>
        <source>%1, exact</source>
        <translation>%1, exakt</translation>
    </message>
    <message>
        <source>%1, an upper bound</source>
        <translation>%1, eine obere Schranke</translation>
    </message>
    <message>
        <source>How far one contribution of norm 1 can move C x: the largest norm of a column of C, as the accounting counts each contribution by itself.</source>
        <translation>Wie weit ein Beitrag der Norm 1 C x bewegen kann: die größte Norm einer Spalte von C, denn die Abrechnung zählt jeden Beitrag für sich.</translation>
    </message>
    <message>
        <source>How far the contributions of norm 1 of one member can move C x: at most %1 of them, at least %2 steps apart.</source>
        <translation>Wie weit die Beiträge der Norm 1 eines Mitglieds C x bewegen können: höchstens %1, mindestens %2 Schritte auseinander.</translation>
    </message>
    <message>
        <source>clip norm %1 × σ %2 × sensitivity %3</source>
        <translation>Clip-Norm %1 × σ %2 × Sensitivität %3</translation>
    </message>
    <message>
        <source>What each coordinate of the independent noise z has before C⁻¹ correlates it: the number for the training job.</source>
        <translation>Was jede Koordinate des unabhängigen Rauschens z hat, ehe C⁻¹ es korreliert: die Zahl für den Trainingsjob.</translation>
    </message>
    <message>
        <source>%1 × clip norm</source>
        <translation>%1 × Clip-Norm</translation>
    </message>
    <message>
        <source>σ %1 × sensitivity %2 × %3</source>
        <translation>σ %1 × Sensitivität %2 × %3</translation>
    </message>
    <message>
        <source>DP-SGD under the same batching has %1: this is %2 % less.</source>
        <translation>DP-SGD mit denselben Batches hat %1: Dies ist %2 % weniger.</translation>
    </message>
    <message>
        <source>DP-SGD under the same batching has %1: this is %2 % more.</source>
        <translation>DP-SGD mit denselben Batches hat %1: Dies ist %2 % mehr.</translation>
    </message>
    <message>
        <source>A weighted sum over the curvatures: %1.</source>
        <translation>Eine gewichtete Summe über die Krümmungen: %1.</translation>
    </message>
    <message>
        <source>The strategy is optimised for this error.</source>
        <translation>Die Strategie ist für diesen Fehler optimiert.</translation>
    </message>
    <message>
        <source>lower bound</source>
        <translation>untere Schranke</translation>
    </message>
    <message>
        <source>No strategy at all has less error at this σ. This design is %1 % above it: so much at most could be gained. Another number of bands may have another σ, and so another bound.</source>
        <translation>Keine Strategie hat bei diesem σ weniger Fehler. Dieser Entwurf liegt %1 % darüber: So viel wäre höchstens zu gewinnen. Eine andere Anzahl von Bändern kann ein anderes σ haben und damit eine andere Schranke.</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Under this batching another strategy of the same sensitivity may be amplified more, so that no bound is known.</source>
        <translation>Bei dieser Batchbildung kann eine andere Strategie gleicher Sensitivität stärker amplifiziert werden, sodass keine Schranke bekannt ist.</translation>
    </message>
    <message>
        <source>memory for the noise</source>
        <translation>Speicher für das Rauschen</translation>
    </message>
    <message>
        <source>%1 rows × %2 coordinates × %3 bytes</source>
        <translation>%1 Zeilen × %2 Koordinaten × %3 Byte</translation>
    </message>
    <message>
        <source>No noise is kept from step to step: each step&apos;s noise is its own.</source>
        <translation>Von Schritt zu Schritt wird kein Rauschen aufbewahrt: Jeder Schritt hat sein eigenes.</translation>
    </message>
    <message>
        <source>The rows of noise that a machine keeps from step to step; each holds the coordinates of the model that the machine has.</source>
        <translation>Die Zeilen des Rauschens, die eine Maschine von Schritt zu Schritt aufbewahrt; jede enthält die Koordinaten des Modells, die die Maschine hat.</translation>
    </message>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 auf %3</translation>
    </message>
    <message>
        <source>%1, %2 more</source>
        <translation>%1, %2 weitere</translation>
    </message>
    <message>
        <source>What the data loader has to do</source>
        <translation>Was der Datenlader zu tun hat</translation>
    </message>
    <message>
        <source>This command draws such batches from the run’s secret key:</source>
        <translation>Dieser Befehl zieht solche Batches aus dem geheimen Schlüssel des Laufs:</translation>
    </message>
    <message>
        <source>More pinned designs, in the full report: %1.</source>
        <translation>Weitere angeheftete Entwürfe, im ganzen Bericht: %1.</translation>
    </message>
    <message>
        <source>Your data loader: %1</source>
        <translation>Ihr Datenlader: %1</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Als Text</translation>
    </message>
    <message>
        <source>For Markdown</source>
        <translation>Für Markdown</translation>
    </message>
    <message>
        <source>For LaTeX (booktabs)</source>
        <translation>Für LaTeX (booktabs)</translation>
    </message>
    <message>
        <source>As CSV</source>
        <translation>Als CSV</translation>
    </message>
    <message>
        <source>bound at its σ</source>
        <translation>Schranke bei ihrem σ</translation>
    </message>
    <message>
        <source>lower bound at its σ</source>
        <translation>untere Schranke bei ihrem σ</translation>
    </message>
    <message>
        <source>All others: %1</source>
        <translation>Alle anderen: %1</translation>
    </message>
    <message>
        <source>%1, weights averaged by %2</source>
        <translation>%1, Gewichte mit %2 gemittelt</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>each pixel shows the largest of %1 × %2 entries</source>
        <translation>jedes Pixel zeigt den größten von %1 × %2 Einträgen</translation>
    </message>
    <message>
        <source>There are %1 coefficients, and more iterations. Use a file with one for each iteration.</source>
        <translation>Es gibt %1 Koeffizienten und mehr Iterationen. Verwenden Sie eine Datei mit einem je Iteration.</translation>
    </message>
    <message>
        <source>given coefficients</source>
        <translation>gegebene Koeffizienten</translation>
    </message>
    <message>
        <source>coefficients from %1</source>
        <translation>Koeffizienten aus %1</translation>
    </message>
    <message>
        <source>%1, mean of the last %2</source>
        <translation>%1, Mittel der letzten %2</translation>
    </message>
    <message>
        <source>%1 is the root mean square of the norms of the rows of A&#xa0;C⁻¹: how much of the noise a running sum or iterate collects after the noise of later steps has cancelled a part of that of earlier ones.</source>
        <translation>%1 ist das quadratische Mittel der Normen der Zeilen von A&#xa0;C⁻¹: wie viel des Rauschens eine laufende Summe oder ein Iterat sammelt, nachdem das Rauschen späterer Schritte einen Teil des früheren getilgt hat.</translation>
    </message>
    <message>
        <source>Step %1 decides it: the row of A&#xa0;C⁻¹ with the largest norm, %2.</source>
        <translation>Schritt %1 entscheidet: die Zeile von A&#xa0;C⁻¹ mit der größten Norm, %2.</translation>
    </message>
    <message>
        <source>The row of A&#xa0;C⁻¹ with the largest norm decides it: %1.</source>
        <translation>Die Zeile von A&#xa0;C⁻¹ mit der größten Norm entscheidet: %1.</translation>
    </message>
    <message>
        <source>The last row of A&#xa0;C⁻¹ decides it, whose norm is %1.</source>
        <translation>Die letzte Zeile von A&#xa0;C⁻¹ entscheidet; ihre Norm ist %1.</translation>
    </message>
    <message>
        <source>%1, mean of all weights</source>
        <translation>%1, Mittel aller Gewichte</translation>
    </message>
    <message>
        <source>a matrix</source>
        <translation>eine Matrix</translation>
    </message>
    <message>
        <source>the matrix in %1</source>
        <translation>die Matrix in %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Coefficients</source>
        <comment>title of a plot</comment>
        <translation>Koeffizienten</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>%1 against %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>the best DP-SGD</source>
        <translation>das beste DP-SGD</translation>
    </message>
    <message>
        <source>as good as %1</source>
        <translation>so gut wie %1</translation>
    </message>
    <message>
        <source>%1 times as much error as %2</source>
        <translation>%1-mal so viel Fehler wie %2</translation>
    </message>
    <message>
        <source>%1 % less error than %2</source>
        <translation>%1 % weniger Fehler als %2</translation>
    </message>
    <message>
        <source>%1 % more error than %2</source>
        <translation>%1 % mehr Fehler als %2</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>The error against that of the best DP-SGD of the job, whatever its batching, as at the top of the window: −20 is a fifth less. Any pinned design can be made the baseline instead.</source>
        <translation>Der Fehler gegenüber dem besten DP-SGD des Jobs, gleich mit welcher Batchbildung, wie oben im Fenster: −20 ist ein Fünftel weniger. Stattdessen kann jeder angeheftete Entwurf zum Bezug werden.</translation>
    </message>
</context>
<context>
    <name>noiseloom::ActivityBar</name>
    <message>
        <source>under 1 ms</source>
        <translation>unter 1 ms</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Tätigkeit</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>Verbleibende Zeit</translation>
    </message>
    <message>
        <source>Stops and keeps the best design so far (Esc)</source>
        <translation>Hält an und behält den bisher besten Entwurf (Esc)</translation>
    </message>
    <message>
        <source>Cancel solving</source>
        <translation>Lösen abbrechen</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
    <message>
        <source>solving</source>
        <translation>wird gelöst</translation>
    </message>
    <message>
        <source>Waiting for a scenario that can be solved</source>
        <translation>Wartet auf ein Szenario, das sich lösen lässt</translation>
    </message>
    <message>
        <source>The plots belong to an earlier scenario</source>
        <translation>Die Plots gehören zu einem früheren Szenario</translation>
    </message>
    <message>
        <source>Stopped early: the best so far is %1</source>
        <translation>Vorzeitig angehalten: Der bisher beste ist %1</translation>
    </message>
    <message>
        <source>Solved in closed form: %1</source>
        <translation>In geschlossener Form gelöst: %1</translation>
    </message>
    <message>
        <source>Solved: %1, 1 optimiser iteration, %2</source>
        <translation>Gelöst: %1, 1 Iteration des Optimierers, %2</translation>
    </message>
    <message>
        <source>Solved: %1, %2 optimiser iterations, %3</source>
        <translation>Gelöst: %1, %2 Iterationen des Optimierers, %3</translation>
    </message>
    <message>
        <source>Stopped early: what is shown is an estimate</source>
        <translation>Vorzeitig angehalten: Gezeigt ist eine Schätzung</translation>
    </message>
    <message>
        <source>State B is shown (%1). F9 shows A again.</source>
        <translation>Zustand B ist zu sehen (%1). F9 zeigt wieder A.</translation>
    </message>
</context>
<context>
    <name>noiseloom::AuditPage</name>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Epsilon, Gaussian</source>
        <translation>Epsilon, gaußsch</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>Clipping</source>
        <translation>Clipping</translation>
    </message>
    <message>
        <source>Participations</source>
        <translation>Teilnahmen</translation>
    </message>
    <message>
        <source>Choose a run …</source>
        <translation>Lauf auswählen …</translation>
    </message>
    <message>
        <source>Choose its strategy file …</source>
        <translation>Strategiedatei dazu auswählen …</translation>
    </message>
    <message>
        <source>What the run shows</source>
        <translation>Was der Lauf zeigt</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>What it shows</source>
        <translation>Was es zeigt</translation>
    </message>
    <message>
        <source>What a test run shows of its claim: an epsilon that it has at least, its noise, its clipping and its batches. Choose the file that noiseloom.Canaries wrote of the run.</source>
        <translation>Was ein Testlauf über seine Zusage zeigt: ein Epsilon, das er mindestens hat, sein Rauschen, sein Clipping und seine Batches. Wählen Sie die Datei, die noiseloom.Canaries über den Lauf geschrieben hat.</translation>
    </message>
    <message>
        <source>A run with canaries</source>
        <translation>Ein Lauf mit Kanarienvögeln</translation>
    </message>
    <message>
        <source>Runs with canaries (*.npz);;All files (*)</source>
        <translation>Läufe mit Kanarienvögeln (*.npz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The strategy file that the run followed</source>
        <translation>Die Strategiedatei, der der Lauf gefolgt ist</translation>
    </message>
    <message>
        <source>Strategy files (*.npz);;All files (*)</source>
        <translation>Strategiedateien (*.npz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Auditing …</source>
        <translation>Wird geprüft …</translation>
    </message>
    <message>
        <source>The strategy file that the run followed (SHA-256 %1…) is not among the %2 other .npz files that were looked at beside it: choose it.</source>
        <translation>Die Strategiedatei, der der Lauf gefolgt ist (SHA-256 %1…), ist nicht unter den %2 anderen .npz-Dateien daneben, die geprüft wurden: Wählen Sie sie aus.</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 nach %2</translation>
    </message>
    <message>
        <source>No contradiction to the claim: all that is said below holds together with %1 %.</source>
        <translation>Kein Widerspruch zur Zusage: Alles, was unten steht, gilt zusammen mit %1 %.</translation>
    </message>
    <message>
        <source>Not as claimed: the run is refuted. All that is said below holds together with %1 %.</source>
        <translation>Nicht wie zugesagt: Der Lauf ist widerlegt. Alles, was unten steht, gilt zusammen mit %1 %.</translation>
    </message>
    <message>
        <source>%1 of %2 canaries were present, %3 of %4 steps were taken.</source>
        <translation>%1 von %2 Kanarienvögeln waren anwesend, %3 von %4 Schritten wurden gemacht.</translation>
    </message>
    <message>
        <source>not refuted</source>
        <translation>nicht widerlegt</translation>
    </message>
    <message>
        <source>refuted</source>
        <translation>widerlegt</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>The run followed another claim than the one on show: %1</source>
        <translation>Der Lauf folgte einer anderen Zusage als der gezeigten: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::AxisLimits</name>
    <message>
        <source>What is in view of the plot</source>
        <translation>Was vom Plot zu sehen ist</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>Zoom out (−)</source>
        <translation>Verkleinern (−)</translation>
    </message>
    <message>
        <source>To smaller values across (Shift+Left)</source>
        <translation>Zu kleineren Werten waagerecht (Umschalt+Links)</translation>
    </message>
    <message>
        <source>To larger values across (Shift+Right)</source>
        <translation>Zu größeren Werten waagerecht (Umschalt+Rechts)</translation>
    </message>
    <message>
        <source>To larger values upwards (Shift+Up)</source>
        <translation>Zu größeren Werten senkrecht (Umschalt+Auf)</translation>
    </message>
    <message>
        <source>To smaller values upwards (Shift+Down)</source>
        <translation>Zu kleineren Werten senkrecht (Umschalt+Ab)</translation>
    </message>
    <message>
        <source>Show everything (0)</source>
        <translation>Alles zeigen (0)</translation>
    </message>
    <message>
        <source>Horizontal axis to</source>
        <translation>Waagerechte Achse bis</translation>
    </message>
    <message>
        <source>Horizontal axis from</source>
        <translation>Waagerechte Achse von</translation>
    </message>
    <message>
        <source>Vertical axis to</source>
        <translation>Senkrechte Achse bis</translation>
    </message>
    <message>
        <source>Vertical axis from</source>
        <translation>Senkrechte Achse von</translation>
    </message>
    <message>
        <source>From %1 to %2 cannot be shown: the limits must rise, and be above 0 on a logarithmic axis.</source>
        <translation>Von %1 bis %2 lässt sich nicht zeigen: Die Grenzen müssen steigen und auf einer logarithmischen Achse über 0 liegen.</translation>
    </message>
</context>
<context>
    <name>noiseloom::BarRow</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::BoundsDialog</name>
    <message>
        <source>Lower bounds of classes of strategies</source>
        <translation>Untere Schranken von Klassen von Strategien</translation>
    </message>
    <message>
        <source>Among</source>
        <translation>Unter</translation>
    </message>
    <message>
        <source>No less than</source>
        <translation>Nicht weniger als</translation>
    </message>
    <message>
        <source>This design</source>
        <translation>Dieser Entwurf</translation>
    </message>
    <message>
        <source>Lower bounds</source>
        <translation>Untere Schranken</translation>
    </message>
    <message>
        <source>How much another strategy could gain at this noise multiplier: no strategy of a class has less error than its bound. The fewer are allowed, the larger the bound.</source>
        <translation>Wie viel eine andere Strategie bei diesem Rauschmultiplikator gewinnen könnte: Keine Strategie einer Klasse hat weniger Fehler als deren Schranke. Je weniger erlaubt sind, desto größer ist sie.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Waiting for the design …</source>
        <translation>Wartet auf den Entwurf …</translation>
    </message>
    <message>
        <source>Waiting for a scenario that can be solved</source>
        <translation>Wartet auf ein Szenario, das sich lösen lässt</translation>
    </message>
    <message>
        <source>none is known</source>
        <translation>keine ist bekannt</translation>
    </message>
    <message>
        <source>no more than that</source>
        <translation>nicht mehr als das</translation>
    </message>
    <message>
        <source>for this objective, at so many iterations</source>
        <translation>für diese Zielgröße, bei so vielen Iterationen</translation>
    </message>
    <message>
        <source>%1 % above it</source>
        <translation>%1 % darüber</translation>
    </message>
    <message>
        <source>all strategies</source>
        <translation>allen Strategien</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>Under %1 the noise multiplier is that of one whole strategy, and another one may need less: no bound is known.</source>
        <translation>Unter %1 gehört der Rauschmultiplikator zu einer ganzen Strategie, und eine andere kann mit weniger auskommen: Keine Schranke ist bekannt.</translation>
    </message>
    <message>
        <source>%1 of this design: %2 %3.</source>
        <translation>%1 dieses Entwurfs: %2 %3.</translation>
    </message>
    <message>
        <source>%1 % below it, as it may be: %2</source>
        <translation>%1 % darunter, was sein darf: %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::BudgetDialog</name>
    <message>
        <source>nothing certifies it yet</source>
        <translation>noch zertifiziert ihn nichts</translation>
    </message>
    <message>
        <source>its claim is not made for its job</source>
        <translation>seine Zusage gilt nicht für seinen Job</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>At which the epsilon of all together is asked</source>
        <translation>Bei dem nach dem Epsilon aller zusammen gefragt wird</translation>
    </message>
    <message>
        <source>above 0, below 1</source>
        <translation>über 0, unter 1</translation>
    </message>
    <message>
        <source>Budget of several runs</source>
        <translation>Budget mehrerer Läufe</translation>
    </message>
    <message>
        <source>Pinned designs; those with a mark are runs on the same data</source>
        <translation>Angeheftete Entwürfe; die angekreuzten sind Läufe auf denselben Daten</translation>
    </message>
    <message>
        <source>Promises</source>
        <translation>Verspricht</translation>
    </message>
    <message>
        <source>Accounted as</source>
        <translation>Angesetzt als</translation>
    </message>
    <message>
        <source>theorem 3.3</source>
        <translation>Theorem 3.3</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 is not allowed: use a number above 0 and below 1.</source>
        <translation>%1 ist nicht erlaubt: Verwenden Sie eine Zahl über 0 und unter 1.</translation>
    </message>
    <message>
        <source>No budget</source>
        <translation>Kein Budget</translation>
    </message>
    <message>
        <source>(%1, %2)</source>
        <translation>(%1, %2)</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>ausgelassen: %1</translation>
    </message>
    <message>
        <source>No run is chosen</source>
        <translation>Kein Lauf gewählt</translation>
    </message>
    <message>
        <source>Certifying …</source>
        <translation>Wird zertifiziert …</translation>
    </message>
    <message>
        <source>Together: (%1, %2)-DP</source>
        <translation>Zusammen: (%1, %2)-DP</translation>
    </message>
    <message>
        <source>No epsilon is certified at this delta: use a larger one</source>
        <translation>Bei diesem Delta wird kein Epsilon zertifiziert: Verwenden Sie ein größeres</translation>
    </message>
    <message>
        <source>The plain sum of the claims is (%1, %2).</source>
        <translation>Die bloße Summe der Zusagen ist (%1, %2).</translation>
    </message>
    <message>
        <source> It holds if each run&apos;s claim does, and if which runs there are, and their designs, do not depend on what earlier ones gave.</source>
        <translation> Es gilt, wenn die Zusage jedes Laufs gilt, und wenn weder die Wahl der Läufe noch ihre Entwürfe davon abhängen, was frühere ergeben haben.</translation>
    </message>
    <message numerus="yes">
        <source> Of %n run(s) only a few points are certified, by draws, which is looser.</source>
        <translation>
            <numerusform> Von %n Lauf sind nur wenige Punkte zertifiziert, durch Ziehungen; das ist weniger knapp.</numerusform>
            <numerusform> Von %n Läufen sind nur wenige Punkte zertifiziert, durch Ziehungen; das ist weniger knapp.</numerusform>
        </translation>
    </message>
    <message>
        <source> Their certificates fail with a probability of at most %1, all together.</source>
        <translation> Ihre Zertifikate irren, alle zusammen, mit einer Wahrscheinlichkeit von höchstens %1.</translation>
    </message>
    <message>
        <source>Design</source>
        <translation>Entwurf</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>How often %1 is run on the same data</source>
        <translation>Wie oft %1 auf denselben Daten läuft</translation>
    </message>
    <message>
        <source>Pin the design of each run (Ctrl+D); how often each is run is chosen in the table.</source>
        <translation>Heften Sie den Entwurf jedes Laufs an (Strg+D); wie oft er läuft, wählen Sie in der Tabelle.</translation>
    </message>
    <message>
        <source>Too many runs</source>
        <translation>Zu viele Läufe</translation>
    </message>
    <message>
        <source>%1 runs are chosen: at most %2 are put together.</source>
        <translation>%1 Läufe sind gewählt: Höchstens %2 werden zusammengenommen.</translation>
    </message>
    <message>
        <source>Other releases</source>
        <translation>Außerdem</translation>
    </message>
    <message>
        <source>Best of</source>
        <translation>Der beste von</translation>
    </message>
    <message>
        <source>The runs above are one trial of a random number, this many on average, and the best trial alone is released. 1: all runs are released</source>
        <translation>Die Läufe oben sind ein Versuch von zufällig vielen, im Mittel so vielen, und nur der beste Versuch wird veröffentlicht. 1: alle Läufe werden veröffentlicht</translation>
    </message>
    <message>
        <source>1 to 10⁶ trials</source>
        <translation>1 bis 10⁶ Versuche</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>The law of the number of trials</source>
        <translation>Verteilung der Zahl der Versuche</translation>
    </message>
    <message>
        <source>logarithmic</source>
        <translation>logarithmisch</translation>
    </message>
    <message>
        <source>geometric</source>
        <translation>geometrisch</translation>
    </message>
    <message>
        <source>Each run on the same data spends privacy, and so does every other release. What is released by all of them together is certified from their profiles, tighter than the sum of their claims (%1).</source>
        <translation>Jeder Lauf auf denselben Daten verbraucht Privatheit, jede andere Veröffentlichung auch. Was alle zusammen preisgeben, wird aus ihren Profilen zertifiziert, enger als die Summe ihrer Zusagen (%1).</translation>
    </message>
    <message>
        <source>%1 is not allowed: use %2.</source>
        <translation>%1 ist nicht erlaubt: Nehmen Sie %2.</translation>
    </message>
    <message>
        <source>Releases about the same data that are no runs, with commas between them: dp:EPS or dp:EPS:DELTA, laplace:SCALE or gaussian:SIGMA (noise over sensitivity), discrete-gaussian:SIGMA (of an integer that one member changes by 1 at most) or zcdp:RHO; after 3x, three of them</source>
        <translation>Veröffentlichungen über dieselben Daten, die keine Läufe sind, durch Kommas getrennt: dp:EPS oder dp:EPS:DELTA, laplace:SCALE oder gaussian:SIGMA (Rauschen je Sensitivität), discrete-gaussian:SIGMA (einer ganzen Zahl, die ein Mitglied um höchstens 1 ändert) oder zcdp:RHO; nach 3x drei davon</translation>
    </message>
    <message>
        <source>%1 is not allowed: use 1, or a number from 1.000001 to 10⁶.</source>
        <translation>%1 ist nicht erlaubt: Nehmen Sie 1 oder eine Zahl von 1.000001 bis 10⁶.</translation>
    </message>
    <message>
        <source>Draw the number of trials before the first one, in secret, with the stop probability %1, and what each tries afresh from one law; release nothing of the others, nor their number, and score a trial by what it releases.</source>
        <translation>Ziehen Sie die Zahl der Versuche vor dem ersten, geheim, mit der Abbruchwahrscheinlichkeit %1, und was jeder versucht neu nach einem festen Gesetz; veröffentlichen Sie nichts von den anderen, auch nicht ihre Zahl, und bewerten Sie einen Versuch nach dem, was er veröffentlicht.</translation>
    </message>
</context>
<context>
    <name>noiseloom::ClaimBar</name>
    <message>
        <source>Statement</source>
        <translation>Aussage</translation>
    </message>
    <message>
        <source>Unit of privacy</source>
        <translation>Privatheitseinheit</translation>
    </message>
    <message>
        <source>Adjacency</source>
        <translation>Nachbarschaft</translation>
    </message>
    <message>
        <source>Accountant</source>
        <translation>Abrechnung</translation>
    </message>
    <message>
        <source>VIOLATED</source>
        <translation>VERLETZT</translation>
    </message>
    <message>
        <source>Assumes</source>
        <translation>Nimmt an</translation>
    </message>
    <message>
        <source>&lt;b&gt;Noise multiplier σ&lt;/b&gt; (sensitivity 1): %1; &lt;b&gt;stddev&lt;/b&gt; of z = clip norm × σ × sensitivity: %2</source>
        <translation>&lt;b&gt;Rauschmultiplikator σ&lt;/b&gt; (Sensitivität 1): %1; &lt;b&gt;stddev&lt;/b&gt; von z = Clipping-Norm × σ × Sensitivität: %2</translation>
    </message>
    <message>
        <source>Privacy claim</source>
        <translation>Privatheitszusage</translation>
    </message>
    <message>
        <source> (and %1 more)</source>
        <translation> (und %1 weitere)</translation>
    </message>
    <message>
        <source>Solving the scenario …</source>
        <translation>Das Szenario wird gelöst …</translation>
    </message>
    <message>
        <source>No valid scenario</source>
        <translation>Kein gültiges Szenario</translation>
    </message>
    <message>
        <source>Stale</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>Certifying …</source>
        <translation>Wird zertifiziert …</translation>
    </message>
    <message>
        <source>Refining …</source>
        <translation>Wird verfeinert …</translation>
    </message>
    <message>
        <source>Not claimed</source>
        <translation>Nicht zugesagt</translation>
    </message>
    <message>
        <source>Privacy claim: %1</source>
        <translation>Privatheitszusage: %1</translation>
    </message>
    <message>
        <source>State of the result: %1</source>
        <translation>Zustand des Ergebnisses: %1</translation>
    </message>
    <message>
        <source>Price of privacy: %1</source>
        <translation>Preis der Privatheit: %1</translation>
    </message>
    <message>
        <source>Critical: the claim is not made. %1. What to do: %2.</source>
        <translation>Kritisch: Die Zusage wird nicht gemacht. %1. Was zu tun ist: %2.</translation>
    </message>
    <message>
        <source>rmse %1 (%2)</source>
        <translation>RMSE %1 (%2)</translation>
    </message>
    <message>
        <source>Not certified</source>
        <translation>Nicht zertifiziert</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2, %3</translation>
    </message>
    <message>
        <source>(%1, %2)-DP</source>
        <translation>(%1, %2)-DP</translation>
    </message>
    <message>
        <source>Choose another one</source>
        <translation>Anders wählen</translation>
    </message>
    <message>
        <source>Claimed</source>
        <translation>Zugesagt</translation>
    </message>
    <message>
        <source>Solving …</source>
        <translation>Wird gelöst …</translation>
    </message>
    <message>
        <source>The whole claim and its assumptions</source>
        <translation>Die ganze Zusage und ihre Annahmen</translation>
    </message>
    <message>
        <source>%1: %2. Choose another one</source>
        <translation>%1: %2. Anders wählen</translation>
    </message>
    <message>
        <source>Your loader: %1</source>
        <translation>Ihr Lader: %1</translation>
    </message>
    <message>
        <source>%1
This draws such batches: %2</source>
        <translation>%1
Dieser Befehl zieht solche Batches: %2</translation>
    </message>
    <message>
        <source>What makes this figure, and the others</source>
        <translation>Was diese Zahl und die anderen ausmacht</translation>
    </message>
    <message>
        <source>The best DP-SGD of this job, by an estimate, is that under %1; it is the yardstick of Recommend, too.</source>
        <translation>Das beste DP-SGD dieses Jobs ist nach einer Schätzung das unter %1; auch „Empfehlen“ misst daran.</translation>
    </message>
    <message>
        <source>%1 This design is %2.</source>
        <translation>%1 Dieser Entwurf ist %2.</translation>
    </message>
</context>
<context>
    <name>noiseloom::ClaimDialog</name>
    <message>
        <source>Assumptions</source>
        <translation>Annahmen</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Assumption</source>
        <translation>Annahme</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Accountant</source>
        <translation>Abrechnung</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Geltungsbereich</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Was er bedeutet</translation>
    </message>
    <message>
        <source>Privacy claim</source>
        <translation>Privatheitszusage</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>At another separation</source>
        <translation>Bei anderem Abstand</translation>
    </message>
    <message>
        <source>Parts of the claim</source>
        <translation>Teile der Zusage</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>The whole claim as plain text</source>
        <translation>Die ganze Zusage als reiner Text</translation>
    </message>
    <message>
        <source>Copied as text</source>
        <translation>Als Text kopiert</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>The whole claim as data, as strategy files hold it</source>
        <translation>Die ganze Zusage als Daten, wie Strategiedateien sie enthalten</translation>
    </message>
    <message>
        <source>Copied as JSON</source>
        <translation>Als JSON kopiert</translation>
    </message>
    <message>
        <source>Save …</source>
        <translation>Speichern …</translation>
    </message>
    <message>
        <source>The whole claim as a Markdown or JSON file</source>
        <translation>Die ganze Zusage als Markdown- oder JSON-Datei</translation>
    </message>
    <message>
        <source>Save the privacy claim</source>
        <translation>Privatheitszusage speichern</translation>
    </message>
    <message>
        <source>Markdown (*.md);;JSON (*.json)</source>
        <translation>Markdown (*.md);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1
Files hold this statement in English, and that wording counts.</source>
        <translation>%1
In Dateien steht diese Aussage auf Englisch, und dieser Wortlaut gilt.</translation>
    </message>
    <message>
        <source>Being solved: this is the claim of an earlier scenario</source>
        <translation>Wird gerade gelöst: Dies ist die Zusage eines früheren Szenarios</translation>
    </message>
    <message>
        <source>Stale: this is the claim of an earlier scenario</source>
        <translation>Veraltet: Dies ist die Zusage eines früheren Szenarios</translation>
    </message>
    <message>
        <source>Critical: an assumption is violated, so that this claim is not made</source>
        <translation>Kritisch: Eine Annahme ist verletzt, daher wird diese Zusage nicht gemacht</translation>
    </message>
    <message>
        <source>Holds if the training job sees to what it must ensure</source>
        <translation>Gilt, wenn der Trainingsjob das sicherstellt, was er muss</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>There is no claim yet</source>
        <translation>Noch gibt es keine Zusage</translation>
    </message>
</context>
<context>
    <name>noiseloom::CoefficientsPanel</name>
    <message>
        <source>Coefficients of C</source>
        <translation>Koeffizienten von C</translation>
    </message>
    <message>
        <source>Hover to read coefficients</source>
        <translation>Zeigen liest Koeffizienten ab</translation>
    </message>
    <message>
        <source>Coefficients of</source>
        <translation>Koeffizienten von</translation>
    </message>
    <message>
        <source>Coefficients of the strategy against lag</source>
        <translation>Koeffizienten der Strategie gegen den Abstand</translation>
    </message>
    <message>
        <source>Hover to read coefficients; the first %1 of %2 are shown</source>
        <translation>Zeigen liest Koeffizienten ab; zu sehen sind die ersten %1 von %2</translation>
    </message>
    <message>
        <source>lag %1:  %2[%3, %4] = %5</source>
        <translation>Abstand %1:  %2[%3, %4] = %5</translation>
    </message>
    <message>
        <source>Coefficients of %1</source>
        <translation>Koeffizienten von %1</translation>
    </message>
    <message>
        <source>buffer %1 drawn</source>
        <translation>Puffer %1 gezeichnet</translation>
    </message>
    <message>
        <source>coefficient %1 drawn</source>
        <translation>Koeffizient %1 gezeichnet</translation>
    </message>
    <message>
        <source>Not there: use %1.</source>
        <translation>Dort nicht: erlaubt ist %1.</translation>
    </message>
    <message>
        <source>the optimum</source>
        <translation>das Optimum</translation>
    </message>
    <message>
        <source>Drag a buffer: across its memory, up its scale; Alt and Left or Right move it across</source>
        <translation>Einen Puffer ziehen: quer sein Gedächtnis, hoch sein Gewicht; Alt mit Links oder Rechts bewegt ihn quer</translation>
    </message>
    <message>
        <source>Draw: drag across the plot, and the design follows</source>
        <translation>Zeichnen: Ziehen Sie über den Plot, und der Entwurf folgt</translation>
    </message>
    <message>
        <source>coefficients %1 to %2 drawn</source>
        <translation>Koeffizienten %1 bis %2 gezeichnet</translation>
    </message>
    <message>
        <source>Drag across to draw, or choose a point with Left and Right and move it with Up and Down</source>
        <translation>Ziehen Sie quer, um zu zeichnen, oder wählen Sie einen Punkt mit Links und Rechts und bewegen Sie ihn mit Auf und Ab</translation>
    </message>
</context>
<context>
    <name>noiseloom::ColumnsDialog</name>
    <message>
        <source>numbers: %1</source>
        <translation>Zahlen: %1</translation>
    </message>
    <message>
        <source>words: %1 (%2)</source>
        <translation>Wörter: %1 (%2)</translation>
    </message>
    <message>
        <source>gaps: %1</source>
        <translation>Lücken: %1</translation>
    </message>
    <message>
        <source>The file is being looked through…</source>
        <translation>Die Datei wird durchgesehen…</translation>
    </message>
    <message>
        <source>Leave out rows with a gap</source>
        <translation>Zeilen mit einer Lücke weglassen</translation>
    </message>
    <message>
        <source>Columns and rows of %1</source>
        <translation>Spalten und Zeilen von %1</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>Merkmale</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>Merkmal</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Enthält</translation>
    </message>
    <message>
        <source>Columns of words</source>
        <translation>Spalten mit Wörtern</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>A feature of 0 and 1 for each word</source>
        <translation>Je Wort ein Merkmal aus 0 und 1</translation>
    </message>
    <message>
        <source>Gaps are empty cells, NA, N/A, NaN, null and ?</source>
        <translation>Lücken sind leere Zellen, NA, N/A, NaN, null und ?</translation>
    </message>
    <message>
        <source>Use these</source>
        <translation>Diese verwenden</translation>
    </message>
    <message>
        <source>rows: %1; features: %2</source>
        <translation>Zeilen: %1; Merkmale: %2</translation>
    </message>
    <message>
        <source>decimal commas</source>
        <translation>Dezimalkommas</translation>
    </message>
    <message>
        <source>left out for a gap, at least: %1</source>
        <translation>wegen einer Lücke weggelassen, mindestens: %1</translation>
    </message>
    <message>
        <source>Tick a column to learn from.</source>
        <translation>Haken Sie eine Spalte an, aus der gelernt wird.</translation>
    </message>
    <message>
        <source>Up to %1 words of a column become features: leave out the one that has more.</source>
        <translation>Bis zu %1 Wörter einer Spalte werden zu Merkmalen: Lassen Sie die weg, die mehr hat.</translation>
    </message>
    <message>
        <source>Columns to learn from, or the labels, have gaps: leave out their rows, or the columns.</source>
        <translation>Spalten, aus denen gelernt wird, oder die Labels haben Lücken: Lassen Sie deren Zeilen weg, oder die Spalten.</translation>
    </message>
    <message>
        <source>the labels: %1</source>
        <translation>die Labels: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::CommandPalette</name>
    <message>
        <source>Find a command</source>
        <translation>Einen Befehl finden</translation>
    </message>
    <message>
        <source>Find an action, a field or a page of the help</source>
        <translation>Eine Aktion, ein Feld oder eine Seite der Hilfe finden</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Was gefunden wurde</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 – %2 (%3)</source>
        <translation>%1 – %2 (%3)</translation>
    </message>
    <message>
        <source>Nothing is called “%1”.</source>
        <translation>Nichts heißt „%1“.</translation>
    </message>
    <message>
        <source>%1: %2 – %3</source>
        <translation>%1: %2 – %3</translation>
    </message>
</context>
<context>
    <name>noiseloom::CompareDialog</name>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Current design</source>
        <translation>Aktueller Entwurf</translation>
    </message>
    <message>
        <source>Input or figure</source>
        <translation>Eingabe oder Zahl</translation>
    </message>
    <message>
        <source>≠ %1</source>
        <translation>≠ %1</translation>
    </message>
    <message>
        <source>Designs side by side</source>
        <translation>Entwürfe nebeneinander</translation>
    </message>
    <message>
        <source>Inputs and figures of the designs</source>
        <translation>Eingaben und Zahlen der Entwürfe</translation>
    </message>
    <message>
        <source>Designs to compare</source>
        <translation>Entwürfe zum Vergleichen</translation>
    </message>
    <message>
        <source>Tick the designs to compare. The shelf&apos;s baseline, or else the first, is what the others are compared with.</source>
        <translation>Haken Sie die Entwürfe an, die verglichen werden sollen. Mit dem Bezug der Ablage oder sonst mit dem ersten werden die anderen verglichen.</translation>
    </message>
    <message>
        <source>Error of each step of the designs</source>
        <translation>Fehler jedes Schritts der Entwürfe</translation>
    </message>
    <message>
        <source>Coefficients of the designs</source>
        <translation>Koeffizienten der Entwürfe</translation>
    </message>
    <message>
        <source>Tick two designs or more that are solved.</source>
        <translation>Haken Sie mindestens zwei gelöste Entwürfe an.</translation>
    </message>
    <message>
        <source>%1: the least of the row</source>
        <translation>%1: das Kleinste der Zeile</translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>One plot each</source>
        <translation>Je eine Grafik</translation>
    </message>
    <message>
        <source>Save the figure …</source>
        <translation>Abbildung speichern …</translation>
    </message>
    <message>
        <source>The error of each step of every design in a plot of its own, on the same axes</source>
        <translation>Der Fehler jedes Schritts eines jeden Entwurfs in einer eigenen Grafik mit denselben Achsen</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>Tabelle kopieren</translation>
    </message>
</context>
<context>
    <name>noiseloom::ConvergencePanel</name>
    <message>
        <source>Convergence</source>
        <translation>Konvergenz</translation>
    </message>
    <message>
        <source>Progress measured in</source>
        <translation>Fortschritt gemessen in</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Convergence of the optimiser</source>
        <translation>Konvergenz des Optimierers</translation>
    </message>
</context>
<context>
    <name>noiseloom::CostPanel</name>
    <message>
        <source>Cost of the noise</source>
        <translation>Aufwand für das Rauschen</translation>
    </message>
    <message>
        <source>Cost in</source>
        <translation>Aufwand in</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Memory that a machine keeps for noise rows</source>
        <translation>Speicher, den ein Rechner für Rauschzeilen aufbewahrt</translation>
    </message>
    <message>
        <source>Seconds that a step’s noise takes on one core, estimated by a measurement here</source>
        <translation>Sekunden, die das Rauschen eines Schritts auf einem Kern braucht, nach einer Messung hier geschätzt</translation>
    </message>
    <message>
        <source>Cost of the noise against bands</source>
        <translation>Aufwand für das Rauschen gegen Bänder</translation>
    </message>
</context>
<context>
    <name>noiseloom::DrawPointsDialog</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Draw points</source>
        <translation>Punkte zeichnen</translation>
    </message>
    <message>
        <source>Red discs</source>
        <translation>Rote Kreise</translation>
    </message>
    <message>
        <source>Blue squares</source>
        <translation>Blaue Quadrate</translation>
    </message>
    <message>
        <source>Eraser</source>
        <translation>Radierer</translation>
    </message>
    <message>
        <source>Draw with the left button, erase with the right one. Every example is one of these points, drawn at random and shifted a little.</source>
        <translation>Die linke Taste zeichnet, die rechte radiert. Jedes Beispiel ist einer dieser Punkte, zufällig gezogen und ein wenig verschoben.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1 discs, %2 squares</source>
        <translation>%1 Kreise, %2 Quadrate</translation>
    </message>
    <message>
        <source>%1: no more can be drawn</source>
        <translation>%1: Mehr lassen sich nicht zeichnen</translation>
    </message>
</context>
<context>
    <name>noiseloom::DrawnRow</name>
    <message>
        <source>Back to the optimum</source>
        <translation>Zurück zum Optimum</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
    <message>
        <source>Takes the mechanism back that the strategy was drawn from, with its settings; what was drawn stays among the undo steps</source>
        <translation>Nimmt den Mechanismus wieder, von dem aus gezeichnet wurde, mit seinen Einstellungen; das Gezeichnete bleibt unter den Schritten von Rückgängig</translation>
    </message>
    <message>
        <source>Drawn by hand: nothing is optimised.</source>
        <translation>Von Hand gezeichnet: Nichts ist optimiert.</translation>
    </message>
    <message>
        <source>Drawn by hand</source>
        <translation>Gezeichnet</translation>
    </message>
    <message>
        <source>%1: the error grows beyond all numbers.</source>
        <translation>%1: Der Fehler wächst über alle Zahlen.</translation>
    </message>
    <message>
        <source>%1: %2 times the error of the optimum.</source>
        <translation>%1: das %2-fache des Fehlers des Optimums.</translation>
    </message>
    <message>
        <source>%1: %2 times the error of %3.</source>
        <translation>%1: das %2-fache des Fehlers von %3.</translation>
    </message>
    <message>
        <source>%1: error %2 % above the optimum.</source>
        <translation>%1: Fehler %2 % über dem Optimum.</translation>
    </message>
    <message>
        <source>%1: error %2 % above that of %3.</source>
        <translation>%1: Fehler %2 % über dem von %3.</translation>
    </message>
    <message>
        <source>%1: error %2 % below the optimum.</source>
        <translation>%1: Fehler %2 % unter dem Optimum.</translation>
    </message>
    <message>
        <source>%1: error %2 % below that of %3.</source>
        <translation>%1: Fehler %2 % unter dem von %3.</translation>
    </message>
    <message>
        <source>Nothing is drawn yet.</source>
        <translation>Noch ist nichts gezeichnet.</translation>
    </message>
    <message>
        <source>Drawn by hand: %1</source>
        <translation>Von Hand gezeichnet: %1</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzung</translation>
    </message>
    <message>
        <source>error: about %1 %</source>
        <translation>Fehler: etwa %1 %</translation>
    </message>
    <message>
        <source>error: %1 %</source>
        <translation>Fehler: %1 %</translation>
    </message>
</context>
<context>
    <name>noiseloom::DropHint</name>
    <message>
        <source>Drop to open %1</source>
        <translation>Loslassen, um %1 zu öffnen</translation>
    </message>
    <message>
        <source>Drop to open the link</source>
        <translation>Zum Öffnen des Links loslassen</translation>
    </message>
</context>
<context>
    <name>noiseloom::DutyNote</name>
    <message>
        <source>Copy the command</source>
        <translation>Den Befehl kopieren</translation>
    </message>
    <message>
        <source>Take the batches that this draws from the run’s key:</source>
        <translation>Nehmen Sie die Batches, die dieser Befehl aus dem Schlüssel des Laufs zieht:</translation>
    </message>
    <message>
        <source>Or take the batches that this draws from the run’s key:</source>
        <translation>Oder nehmen Sie die Batches, die dieser Befehl aus dem Schlüssel des Laufs zieht:</translation>
    </message>
</context>
<context>
    <name>noiseloom::ExplainDialog</name>
    <message>
        <source>&amp;More in the help</source>
        <translation>&amp;Mehr in der Hilfe</translation>
    </message>
    <message>
        <source>What makes the figures</source>
        <translation>Was die Zahlen ausmacht</translation>
    </message>
    <message>
        <source>Figures of the design</source>
        <translation>Zahlen des Entwurfs</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Design whose figures are explained</source>
        <translation>Entwurf, dessen Zahlen erklärt werden</translation>
    </message>
    <message>
        <source>Current design</source>
        <translation>Aktueller Entwurf</translation>
    </message>
    <message>
        <source>Stale: these are the figures of an earlier scenario</source>
        <translation>Veraltet: Dies sind die Zahlen eines früheren Szenarios</translation>
    </message>
</context>
<context>
    <name>noiseloom::ExportDialog</name>
    <message>
        <source>Export strategy and noise plan</source>
        <translation>Strategie und Rauschplan exportieren</translation>
    </message>
    <message>
        <source>Strategy file</source>
        <translation>Strategiedatei</translation>
    </message>
    <message>
        <source>Strategy files (*.npz)</source>
        <translation>Strategiedateien (*.npz)</translation>
    </message>
    <message>
        <source>Noise plan</source>
        <translation>Rauschplan</translation>
    </message>
    <message>
        <source>Noise plans (*.plan.json)</source>
        <translation>Rauschpläne (*.plan.json)</translation>
    </message>
    <message>
        <source>Export although the claim is critical</source>
        <translation>Exportieren, obwohl die Zusage kritisch ist</translation>
    </message>
    <message>
        <source>How many machines generate the noise, with their shards, memory and hashes</source>
        <translation>Wie viele Rechner das Rauschen erzeugen, mit ihren Shards, ihrem Speicher und ihren Prüfsummen</translation>
    </message>
    <message>
        <source>Write a noise plan</source>
        <translation>Einen Rauschplan schreiben</translation>
    </message>
    <message>
        <source>This design cannot be exported: %1</source>
        <translation>Dieser Entwurf kann nicht exportiert werden: %1</translation>
    </message>
    <message>
        <source>Its claim is not made: %1. What to do: %2.</source>
        <translation>Seine Zusage wird nicht gemacht: %1. Was zu tun ist: %2.</translation>
    </message>
    <message>
        <source>Neither file holds a seed or a key.</source>
        <translation>Keine der beiden Dateien enthält einen Seed oder einen Schlüssel.</translation>
    </message>
    <message>
        <source>The noise plan needs a path, or take its mark away.</source>
        <translation>Der Rauschplan braucht einen Pfad, oder nehmen Sie sein Häkchen weg.</translation>
    </message>
    <message>
        <source>%1 exists. Overwrite it?</source>
        <translation>%1 ist schon da. Überschreiben?</translation>
    </message>
    <message>
        <source>%1 and %2 exist. Overwrite both?</source>
        <translation>%1 und %2 sind schon da. Beide überschreiben?</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Wird geschrieben …</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>Your data loader</source>
        <translation>Ihr Datenlader</translation>
    </message>
    <message>
        <source>Copy a program</source>
        <translation>Programm kopieren</translation>
    </message>
    <message>
        <source>A program that makes this noise and checks the design’s numbers, to begin with</source>
        <translation>Ein Programm, das dieses Rauschen erzeugt und die Zahlen des Entwurfs prüft, als Anfang</translation>
    </message>
    <message>
        <source>Your training</source>
        <translation>Ihr Training</translation>
    </message>
    <message>
        <source>It reads %1: keep both in one folder.</source>
        <translation>Es liest %1: Beide gehören in einen Ordner.</translation>
    </message>
    <message>
        <source>Copied for %1. %2</source>
        <translation>Kopiert für %1. %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::ExportFrame</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>Ordner öffnen</translation>
    </message>
</context>
<context>
    <name>noiseloom::ExportPlotsDialog</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Choose all of %1</source>
        <translation>Alle auswählen: %1</translation>
    </message>
    <message>
        <source>Choose none of %1</source>
        <translation>Nichts auswählen: %1</translation>
    </message>
    <message>
        <source>Export plots and data</source>
        <translation>Plots und Daten exportieren</translation>
    </message>
    <message>
        <source>Plots to export</source>
        <translation>Plots zum Exportieren</translation>
    </message>
    <message>
        <source>Data to export</source>
        <translation>Daten zum Exportieren</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>Was exportiert wird</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Plots</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Drawing plot %1 of %2 …</source>
        <translation>Plot %1 von %2 wird gezeichnet …</translation>
    </message>
    <message numerus="yes">
        <source>Wrote %n file(s) to %1</source>
        <translation>
            <numerusform>%n Datei nach %1 geschrieben</numerusform>
            <numerusform>%n Dateien nach %1 geschrieben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1.csv, %n row(s)</source>
        <translation>
            <numerusform>%1.csv, %n Zeile</numerusform>
            <numerusform>%1.csv, %n Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>Plots (%1 of %2)</source>
        <translation>Plots (%1 von %2)</translation>
    </message>
    <message>
        <source>Data (%1 of %2)</source>
        <translation>Daten (%1 von %2)</translation>
    </message>
    <message>
        <source>These plots cannot be exported: %1</source>
        <translation>Diese Plots können nicht exportiert werden: %1</translation>
    </message>
    <message>
        <source>Data cannot be exported now: %1</source>
        <translation>Daten können jetzt nicht exportiert werden: %1</translation>
    </message>
    <message>
        <source>Choose at least one plot or one table.</source>
        <translation>Wählen Sie mindestens einen Plot oder eine Tabelle.</translation>
    </message>
    <message>
        <source>Every plot will be marked “%1”.</source>
        <translation>Jeder Plot wird mit „%1“ gekennzeichnet.</translation>
    </message>
    <message>
        <source>As they are shown. Every plot carries its scenario, so that it can be opened again.</source>
        <translation>So, wie sie zu sehen sind. Jeder Plot trägt sein Szenario, sodass es sich wieder öffnen lässt.</translation>
    </message>
    <message>
        <source>CSV with units in the header and numbers in full precision.</source>
        <translation>CSV mit Einheiten in der Kopfzeile und Zahlen in voller Genauigkeit.</translation>
    </message>
    <message>
        <source>The folder has %1 already. Overwrite?</source>
        <translation>In diesem Ordner gibt es schon: %1. Überschreiben?</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Wird geschrieben …</translation>
    </message>
</context>
<context>
    <name>noiseloom::ExportReportDialog</name>
    <message>
        <source>Export report</source>
        <translation>Bericht exportieren</translation>
    </message>
    <message>
        <source>Plots of the report</source>
        <translation>Plots des Berichts</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Reports (*.html *.pdf *.md)</source>
        <translation>Berichte (*.html *.pdf *.md)</translation>
    </message>
    <message>
        <source>Table of pinned designs</source>
        <translation>Tabelle der angehefteten Entwürfe</translation>
    </message>
    <message>
        <source>Format of the report</source>
        <translation>Format des Berichts</translation>
    </message>
    <message>
        <source>HTML: one page with everything inside</source>
        <translation>HTML: eine Seite, die alles enthält</translation>
    </message>
    <message>
        <source>PDF: A4 pages</source>
        <translation>PDF: A4-Seiten</translation>
    </message>
    <message>
        <source>Markdown: pictures beside it</source>
        <translation>Markdown: Bilder daneben</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message numerus="yes">
        <source>Table of pinned designs (%n)</source>
        <translation>
            <numerusform>Tabelle der angehefteten Entwürfe (%n)</numerusform>
            <numerusform>Tabelle der angehefteten Entwürfe (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Table of pinned designs: none is pinned</source>
        <translation>Tabelle der angehefteten Entwürfe: Keiner ist angeheftet</translation>
    </message>
    <message>
        <source>There is nothing to report: %1</source>
        <translation>Es gibt nichts zu berichten: %1</translation>
    </message>
    <message>
        <source>The report and its plots will be marked “%1”.</source>
        <translation>Der Bericht und seine Plots werden mit „%1“ gekennzeichnet.</translation>
    </message>
    <message>
        <source>Figure %1: %2</source>
        <translation>Abbildung %1: %2</translation>
    </message>
    <message>
        <source>%1 exists. Overwrite it?</source>
        <translation>%1 ist schon da. Überschreiben?</translation>
    </message>
    <message>
        <source>PDF: a summary on one page, with three plots</source>
        <translation>PDF: eine Zusammenfassung auf einer Seite, mit drei Plots</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Compared designs: %1</source>
        <translation>Verglichene Entwürfe: %1</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Privacy claim and assumptions</source>
        <translation>Privatheitszusage und Annahmen</translation>
    </message>
    <message>
        <source>What the data loader has to do</source>
        <translation>Was der Datenlader zu tun hat</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Plots: %1</source>
        <translation>Plots: %1</translation>
    </message>
    <message>
        <source>How to verify</source>
        <translation>Wie man es nachprüft</translation>
    </message>
    <message>
        <source>The claim, the loader’s duty, result and scenario, and three plots: the strategy, the error of each step and, largest, the error curve.</source>
        <translation>Die Zusage, die Pflicht des Datenladers, Ergebnis und Szenario und drei Plots: die Strategie, der Fehler jedes Schritts und, am größten, die Fehlerkurve.</translation>
    </message>
</context>
<context>
    <name>noiseloom::FieldRow</name>
    <message>
        <source>Problem: %1</source>
        <translation>Problem: %1</translation>
    </message>
    <message>
        <source>What is this?</source>
        <translation>Was ist das?</translation>
    </message>
    <message>
        <source>Caution: %1</source>
        <translation>Vorsicht: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::FoldSection</name>
    <message>
        <source>Folds this section</source>
        <translation>Klappt diesen Abschnitt zu</translation>
    </message>
    <message>
        <source>Shows this section</source>
        <translation>Zeigt diesen Abschnitt</translation>
    </message>
</context>
<context>
    <name>noiseloom::GoToRow</name>
    <message>
        <source>Go to row</source>
        <translation>Zu Zeile gehen</translation>
    </message>
    <message>
        <source>Row to go to</source>
        <translation>Zeile, zu der gegangen wird</translation>
    </message>
    <message>
        <source>0 to %1, Enter goes there</source>
        <translation>0 bis %1, Eingabe geht dorthin</translation>
    </message>
    <message>
        <source>0 to %1</source>
        <comment>rows</comment>
        <translation>0 bis %1</translation>
    </message>
    <message>
        <source>The row cannot be read: %1. Use a whole number.</source>
        <translation>Die Zeile lässt sich nicht lesen: %1. Verwenden Sie eine ganze Zahl.</translation>
    </message>
    <message>
        <source>Row %1 is not allowed: use a whole number.</source>
        <translation>Zeile %1 ist nicht erlaubt: Verwenden Sie eine ganze Zahl.</translation>
    </message>
    <message>
        <source>Row %1 is not allowed: use 0 to %2.</source>
        <translation>Zeile %1 ist nicht erlaubt: Verwenden Sie 0 bis %2.</translation>
    </message>
</context>
<context>
    <name>noiseloom::HeatMapView</name>
    <message>
        <source>lag %1</source>
        <translation>Abstand %1</translation>
    </message>
    <message>
        <source>Heat map of the strategy matrix</source>
        <translation>Heatmap der Strategiematrix</translation>
    </message>
    <message>
        <source>Arrow keys move a cursor over the entries and read them, Shift with arrows pans, plus and minus zoom, zero shows the whole matrix, Page Up and Page Down go along the diagonal, Home and End to the first and the last row, G goes to a row.</source>
        <translation>Pfeiltasten bewegen einen Cursor über die Einträge und lesen sie ab, Umschalt mit Pfeiltasten verschiebt, Plus und Minus vergrößern und verkleinern, Null zeigt die ganze Matrix, Bild auf und Bild ab gehen entlang der Diagonalen, Pos1 und Ende zur ersten und letzten Zeile, G geht zu einer Zeile.</translation>
    </message>
    <message>
        <source>Heat map of the matrix %1</source>
        <translation>Heatmap der Matrix %1</translation>
    </message>
    <message>
        <source>The arrow head on the colour bar: the rescaled last columns have larger entries</source>
        <translation>Die Pfeilspitze am Farbbalken: Die neu skalierten letzten Spalten haben größere Einträge</translation>
    </message>
    <message>
        <source>i = %1, j = %2:  %3 = %4</source>
        <translation>i = %1, j = %2:  %3 = %4</translation>
    </message>
    <message>
        <source>%1  (exact; the picture is sampled)</source>
        <translation>%1  (exakt; das Bild ist abgetastet)</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Row %1 has no entry at lag %2</source>
        <translation>Zeile %1 hat keinen Eintrag im Abstand %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::HelpWindow</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Noiseloom help</source>
        <translation>Noiseloom-Hilfe</translation>
    </message>
    <message>
        <source>Search the help</source>
        <translation>Hilfe durchsuchen</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Contents of the help</source>
        <translation>Inhalt der Hilfe</translation>
    </message>
    <message>
        <source>Text of the help</source>
        <translation>Text der Hilfe</translation>
    </message>
</context>
<context>
    <name>noiseloom::HighlightFrame</name>
    <message>
        <source>Highlight of the lesson</source>
        <translation>Hervorhebung der Lektion</translation>
    </message>
</context>
<context>
    <name>noiseloom::HistoryDialog</name>
    <message>
        <source>Steps that were taken</source>
        <translation>Schritte, die getan wurden</translation>
    </message>
    <message>
        <source>Choosing a step goes back, or forward, to it.</source>
        <translation>Ein gewählter Schritt führt dorthin zurück oder vorwärts.</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>Wie es geöffnet wurde</translation>
    </message>
    <message>
        <source>%1: not solved yet</source>
        <translation>%1: noch nicht gelöst</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>Momentaufnahmen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Mark as B</source>
        <translation>Als B merken</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Umschalten</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Choosing a snapshot restores it, which is one step. F2 renames it.</source>
        <translation>Eine Momentaufnahme zu wählen stellt sie wieder her, was ein Schritt ist. F2 benennt sie um.</translation>
    </message>
    <message>
        <source>Name of the snapshot</source>
        <translation>Name der Momentaufnahme</translation>
    </message>
    <message>
        <source>Name of a snapshot of what is shown now</source>
        <translation>Name einer Momentaufnahme des jetzigen Zustands</translation>
    </message>
    <message>
        <source>F9 then flips between what is shown and the chosen state</source>
        <translation>F9 schaltet dann zwischen dem gezeigten und dem gewählten Zustand um</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Flip back to A (F9)</source>
        <translation>Zurück zu A (F9)</translation>
    </message>
    <message>
        <source>Flip to B (F9)</source>
        <translation>Zu B umschalten (F9)</translation>
    </message>
    <message>
        <source>There is one state only</source>
        <translation>Es gibt nur einen Zustand</translation>
    </message>
    <message>
        <source>%1 (steps before it are not listed)</source>
        <translation>%1 (frühere Schritte sind nicht aufgeführt)</translation>
    </message>
    <message>
        <source>B: %1</source>
        <translation>B: %1</translation>
    </message>
    <message>
        <source>snapshot %1</source>
        <translation>Momentaufnahme %1</translation>
    </message>
    <message>
        <source>%1 is deleted.</source>
        <translation>%1 ist gelöscht.</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>Zurückholen</translation>
    </message>
    <message>
        <source>A: %1</source>
        <translation>A: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::ImportDialog</name>
    <message>
        <source>A list of %1 numbers</source>
        <translation>Eine Liste von %1 Zahlen</translation>
    </message>
    <message>
        <source>A matrix of %1 rows and %2 columns</source>
        <translation>Eine Matrix mit %1 Zeilen und %2 Spalten</translation>
    </message>
    <message>
        <source>Import a strategy</source>
        <translation>Strategie importieren</translation>
    </message>
    <message>
        <source>%1 does not say what it holds.</source>
        <translation>%1 sagt nicht, was sie enthält.</translation>
    </message>
    <message>
        <source>First entries</source>
        <translation>Erste Einträge</translation>
    </message>
    <message>
        <source>It is:</source>
        <translation>Es ist:</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
</context>
<context>
    <name>noiseloom::LessonPanel</name>
    <message>
        <source>Back to this step</source>
        <translation>Zurück zu diesem Schritt</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Start the lesson again</source>
        <translation>Die Lektion von vorn beginnen</translation>
    </message>
    <message>
        <source>How lessons work (F1)</source>
        <translation>Wie Lektionen funktionieren (F1)</translation>
    </message>
    <message>
        <source>Leave the lesson: the scenario of before comes back</source>
        <translation>Die Lektion verlassen: Das Szenario von vorher kommt zurück</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>You have changed the scenario: this puts that of the step back</source>
        <translation>Sie haben das Szenario geändert: Dies stellt das des Schritts wieder her</translation>
    </message>
    <message>
        <source>The step before (Alt+Left)</source>
        <translation>Der Schritt davor (Alt+Links)</translation>
    </message>
    <message>
        <source>The next step (Alt+Right)</source>
        <translation>Der nächste Schritt (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Step of the lesson</source>
        <translation>Schritt der Lektion</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Solving …</source>
        <translation>Wird gelöst …</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>The next step</source>
        <translation>Der nächste Schritt</translation>
    </message>
    <message>
        <source>Leaves the lesson</source>
        <translation>Verlässt die Lektion</translation>
    </message>
    <message>
        <source>Computing the answer …</source>
        <translation>Die Antwort wird berechnet …</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>Richtig.</translation>
    </message>
    <message>
        <source>Not quite.</source>
        <translation>Nicht ganz.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a number and its unit</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>You guessed %1, and it is %2: close.</source>
        <translation>Ihre Schätzung %1 ist nah dran: Richtig ist %2.</translation>
    </message>
    <message>
        <source>You guessed %1, and it is %2.</source>
        <translation>Ihre Schätzung: %1, richtig: %2.</translation>
    </message>
    <message>
        <source>%1, step %2 of %3. %4. %5 %6</source>
        <translation>%1, Schritt %2 von %3. %4. %5 %6</translation>
    </message>
    <message>
        <source>Picture of the batches or the matrix that this step speaks of</source>
        <translation>Bild der Batches oder der Matrix, von der dieser Schritt spricht</translation>
    </message>
</context>
<context>
    <name>noiseloom::LessonPlayer</name>
    <message>
        <source>step %1 of the lesson</source>
        <translation>Schritt %1 der Lektion</translation>
    </message>
    <message>
        <source>leaving the lesson</source>
        <translation>Verlassen der Lektion</translation>
    </message>
</context>
<context>
    <name>noiseloom::LessonQuestionBox</name>
    <message>
        <source>Reveal</source>
        <translation>Auflösen</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>Ihre Schätzung</translation>
    </message>
    <message>
        <source>Computes the answer and explains it</source>
        <translation>Berechnet die Antwort und erklärt sie</translation>
    </message>
    <message>
        <source>The guess %1 cannot be used: type a number from %2 to %3.</source>
        <translation>Die Schätzung %1 ist nicht verwendbar: Tippen Sie eine Zahl von %2 bis %3.</translation>
    </message>
    <message>
        <source>Question: %1</source>
        <translation>Frage: %1</translation>
    </message>
    <message>
        <source>%1 ✓</source>
        <translation>%1 ✓</translation>
    </message>
    <message>
        <source>%1 (your guess)</source>
        <translation>%1 (Ihre Schätzung)</translation>
    </message>
    <message>
        <source>%1 (right)</source>
        <translation>%1 (richtig)</translation>
    </message>
    <message>
        <source>%1 (not right)</source>
        <translation>%1 (nicht richtig)</translation>
    </message>
</context>
<context>
    <name>noiseloom::LimitsPopup</name>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>Cannot read this: %1</source>
        <translation>Das ist nicht lesbar: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::LinePanel</name>
    <message>
        <source>Zoom, and limits of the axes</source>
        <translation>Ausschnitt und Grenzen der Achsen</translation>
    </message>
</context>
<context>
    <name>noiseloom::LinePlot</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>Logarithmische waagerechte Achse</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis</source>
        <translation>Logarithmische senkrechte Achse</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihe</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>Ansicht zurücksetzen</translation>
    </message>
    <message>
        <source>%1 Arrow keys read the points, plus and minus zoom, L switches to a logarithmic axis, 0 shows everything.</source>
        <translation>%1 Pfeiltasten lesen die Punkte ab, Plus und Minus vergrößern und verkleinern, L schaltet auf eine logarithmische Achse um, 0 zeigt alles.</translation>
    </message>
    <message>
        <source>Nothing is left to show: choose a series by its name or another axis.</source>
        <translation>Es ist nichts mehr zu zeigen: Wählen Sie eine Reihe in der Legende oder eine andere Achse.</translation>
    </message>
    <message>
        <source>Copy point: %1</source>
        <translation>Punkt kopieren: %1</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>noiseloom::LiveSolver</name>
    <message>
        <source>Solving failed: %1</source>
        <translation>Das Lösen ist gescheitert: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::MainWindow</name>
    <message>
        <source>&amp;Design</source>
        <translation>&amp;Entwurf</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>Privacy claim …</source>
        <translation>Privatheitszusage …</translation>
    </message>
    <message>
        <source>Ctrl+I</source>
        <translation>Ctrl+I</translation>
    </message>
    <message>
        <source>Copy as</source>
        <translation>Kopieren als</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Ctrl+Y</source>
        <translation>Ctrl+Y</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Undo %1</source>
        <translation>&amp;Rückgängig: %1</translation>
    </message>
    <message>
        <source>&amp;Redo %1</source>
        <translation>&amp;Wiederholen: %1</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>Cancel solving</source>
        <translation>Lösen abbrechen</translation>
    </message>
    <message>
        <source>Preferences …</source>
        <translation>Einstellungen …</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>example %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>Export strategy and noise plan …</source>
        <translation>Strategie und Rauschplan exportieren …</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Export plots and data …</source>
        <translation>Plots und Daten exportieren …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>Export report …</source>
        <translation>Bericht exportieren …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+R</source>
        <translation>Ctrl+Shift+R</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>What is this?</source>
        <translation>Was ist das?</translation>
    </message>
    <message>
        <source>Find a command …</source>
        <translation>Befehl finden …</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Ctrl+/</source>
        <translation>Ctrl+/</translation>
    </message>
    <message>
        <source>Ctrl+F1</source>
        <translation>Ctrl+F1</translation>
    </message>
    <message>
        <source>About Noiseloom</source>
        <translation>Über Noiseloom</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>&amp;Lernen</translation>
    </message>
    <message>
        <source>New here? Start the first lesson</source>
        <translation>Neu hier? Beginnen Sie mit der ersten Lektion</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 About %n minutes.</source>
        <translation>
            <numerusform>%1 Etwa %n Minute.</numerusform>
            <numerusform>%1 Etwa %n Minuten.</numerusform>
        </translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Alt+Right</source>
        <translation>Alt+Right</translation>
    </message>
    <message>
        <source>Step before</source>
        <translation>Schritt zurück</translation>
    </message>
    <message>
        <source>Alt+Left</source>
        <translation>Alt+Left</translation>
    </message>
    <message>
        <source>Start the lesson again</source>
        <translation>Die Lektion von vorn beginnen</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>Lektion verlassen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Ctrl+Shift+L</translation>
    </message>
    <message>
        <source>Plots and designs</source>
        <translation>Plots und Entwürfe</translation>
    </message>
    <message>
        <source>Noiseloom</source>
        <translation>Noiseloom</translation>
    </message>
    <message>
        <source>%1[*] – Noiseloom</source>
        <translation>%1[*] – Noiseloom</translation>
    </message>
    <message>
        <source>Save the session?</source>
        <translation>Sitzung speichern?</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>%1 hat Änderungen, die nicht gespeichert sind.</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Hoher Kontrast, hell</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>Hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <source>&amp;%1 %2</source>
        <translation>&amp;%1 %2</translation>
    </message>
    <message>
        <source>No file was opened or saved yet</source>
        <translation>Noch wurde keine Datei geöffnet oder gespeichert</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>Diese Liste leeren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Save session as</source>
        <translation>Sitzung speichern unter</translation>
    </message>
    <message>
        <source>Sessions (*.noiseloom)</source>
        <translation>Sitzungen (*.noiseloom)</translation>
    </message>
    <message>
        <source>New session</source>
        <translation>Neue Sitzung</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Recent files</source>
        <translation>Zuletzt verwendete Dateien</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Save session as …</source>
        <translation>Sitzung speichern unter …</translation>
    </message>
    <message>
        <source>Ctrl+Shift+S</source>
        <translation>Ctrl+Shift+S</translation>
    </message>
    <message>
        <source>Presenter mode</source>
        <translation>Vortragsmodus</translation>
    </message>
    <message>
        <source>F5</source>
        <translation>F5</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Ctrl+Shift+P</translation>
    </message>
    <message>
        <source>Go to plot</source>
        <translation>Zum Plot gehen</translation>
    </message>
    <message>
        <source>Strategy matrix</source>
        <translation>Strategiematrix</translation>
    </message>
    <message>
        <source>RMSE curves and map</source>
        <translation>RMSE-Kurven und Karte</translation>
    </message>
    <message>
        <source>Coefficients</source>
        <translation>Koeffizienten</translation>
    </message>
    <message>
        <source>Error of each step</source>
        <translation>Fehler jedes Schritts</translation>
    </message>
    <message>
        <source>Noise laboratory</source>
        <translation>Rauschlabor</translation>
    </message>
    <message>
        <source>Convergence of the optimiser</source>
        <translation>Konvergenz des Optimierers</translation>
    </message>
    <message>
        <source>Cost of the noise</source>
        <translation>Aufwand für das Rauschen</translation>
    </message>
    <message>
        <source>Ctrl+%1</source>
        <translation>Ctrl+%1</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Reset views</source>
        <translation>Ansichten zurücksetzen</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>Go to row …</source>
        <translation>Zu Zeile gehen …</translation>
    </message>
    <message>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
    <message>
        <source>%1 does not say what it holds.</source>
        <translation>%1 sagt nicht, was sie enthält.</translation>
    </message>
    <message>
        <source>Recommend …</source>
        <translation>Empfehlen …</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>Errors in</source>
        <translation>Fehler in</translation>
    </message>
    <message>
        <source>Ctrl+H</source>
        <translation>Ctrl+H</translation>
    </message>
    <message>
        <source>Pareto front</source>
        <translation>Pareto-Front</translation>
    </message>
    <message>
        <source>Print …</source>
        <translation>Drucken …</translation>
    </message>
    <message>
        <source>Budget of several runs …</source>
        <translation>Budget mehrerer Läufe …</translation>
    </message>
    <message>
        <source>Lower bounds …</source>
        <translation>Untere Schranken …</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Recommend</source>
        <translation>Empfehlen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Claim</source>
        <translation>Zusage</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>What one change of the job would bring, below the plots of a window that is high enough</source>
        <translation>Was eine Änderung des Jobs brächte, unter den Plots eines Fensters, das hoch genug ist</translation>
    </message>
    <message>
        <source>What makes the figures …</source>
        <translation>Was die Zahlen ausmacht …</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Ctrl+Shift+K</source>
        <translation>Ctrl+Shift+K</translation>
    </message>
    <message>
        <source>The link is copied. Who opens it sees this scenario; no file or data goes with it.</source>
        <translation>Der Link ist kopiert. Wer ihn öffnet, sieht dieses Szenario; keine Datei und keine Daten gehen mit.</translation>
    </message>
    <message>
        <source>There is no link to this scenario. %1</source>
        <translation>Zu diesem Szenario gibt es keinen Link. %1</translation>
    </message>
    <message>
        <source>A line that opens the same scenario in another window, or in noiseloom-cli design</source>
        <translation>Eine Zeile, die dasselbe Szenario in einem anderen Fenster oder in noiseloom-cli design öffnet</translation>
    </message>
    <message>
        <source>Open copied link</source>
        <translation>Kopierten Link öffnen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+V</source>
        <translation>Ctrl+Shift+V</translation>
    </message>
    <message>
        <source>What was copied last is no link. A link begins with noiseloom://scenario/.</source>
        <translation>Was zuletzt kopiert wurde, ist kein Link. Ein Link beginnt mit noiseloom://scenario/.</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>Timeline and snapshots …</source>
        <translation>Zeitleiste und Momentaufnahmen …</translation>
    </message>
    <message>
        <source>&amp;Flip to the other state</source>
        <translation>&amp;Zum anderen Zustand umschalten</translation>
    </message>
    <message>
        <source>&amp;Flip back to A: %1</source>
        <translation>&amp;Zurück zu A: %1</translation>
    </message>
    <message>
        <source>&amp;Flip to B: %1</source>
        <translation>&amp;Zu B umschalten: %1</translation>
    </message>
    <message>
        <source>Overwrite the session?</source>
        <translation>Sitzung überschreiben?</translation>
    </message>
    <message>
        <source>%1 was changed by another window or program since it was opened or saved here.</source>
        <translation>%1 wurde von einem anderen Fenster oder Programm geändert, seit die Datei hier geöffnet oder gespeichert wurde.</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>Überschreiben</translation>
    </message>
    <message>
        <source>Save under another name …</source>
        <translation>Unter anderem Namen speichern …</translation>
    </message>
    <message>
        <source>Bring the last session back</source>
        <translation>Letzte Sitzung zurückholen</translation>
    </message>
    <message>
        <source>The work before this session, with its pinned designs</source>
        <translation>Die Arbeit vor dieser Sitzung, mit ihren angehefteten Entwürfen</translation>
    </message>
    <message>
        <source>Large type, thick lines and markers, for a projector; one plot without the inputs</source>
        <translation>Große Schrift, dicke Linien und Marken, für einen Beamer; ein Plot ohne die Eingaben</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>F7</source>
        <translation>F7</translation>
    </message>
    <message>
        <source>The scenario beside the plots</source>
        <translation>Das Szenario neben den Plots</translation>
    </message>
    <message>
        <source>Flip to the other state</source>
        <translation>Zum anderen Zustand umschalten</translation>
    </message>
    <message>
        <source>If the run stops early …</source>
        <translation>Falls der Lauf früher endet …</translation>
    </message>
    <message>
        <source>Phases of the run …</source>
        <translation>Phasen des Laufs …</translation>
    </message>
</context>
<context>
    <name>noiseloom::MapChoiceBar</name>
    <message>
        <source>What the map shows</source>
        <translation>Was die Karte zeigt</translation>
    </message>
    <message>
        <source>Input upwards</source>
        <translation>Eingabe aufwärts</translation>
    </message>
    <message>
        <source>Input across</source>
        <translation>Eingabe quer</translation>
    </message>
    <message>
        <source>over</source>
        <translation>über</translation>
    </message>
    <message>
        <source>Limits of the map</source>
        <translation>Grenzen der Karte</translation>
    </message>
    <message>
        <source>Map across to</source>
        <translation>Karte quer bis</translation>
    </message>
    <message>
        <source>Map across from</source>
        <translation>Karte quer von</translation>
    </message>
    <message>
        <source>Map upwards to</source>
        <translation>Karte aufwärts bis</translation>
    </message>
    <message>
        <source>Map upwards from</source>
        <translation>Karte aufwärts von</translation>
    </message>
</context>
<context>
    <name>noiseloom::NewestJob</name>
    <message>
        <source>unknown error</source>
        <translation>unbekannter Fehler</translation>
    </message>
</context>
<context>
    <name>noiseloom::NoiseLabPanel</name>
    <message>
        <source>Noise laboratory</source>
        <translation>Rauschlabor</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>Spektrum</translation>
    </message>
    <message>
        <source>Covariance</source>
        <translation>Kovarianz</translation>
    </message>
    <message>
        <source>The running sum of the noise: what the model sees of it</source>
        <translation>Die laufende Summe des Rauschens: was das Modell davon sieht</translation>
    </message>
    <message>
        <source>The noise that is added to each step&apos;s sum of gradients</source>
        <translation>Das Rauschen, das zur Gradientensumme jedes Schritts kommt</translation>
    </message>
    <message>
        <source>Power of the noise by frequency</source>
        <translation>Leistung des Rauschens nach Frequenz</translation>
    </message>
    <message>
        <source>How the noise of one iteration goes with that of earlier ones</source>
        <translation>Wie das Rauschen einer Iteration mit dem früherer zusammenhängt</translation>
    </message>
    <message>
        <source>A sample of the training noise</source>
        <translation>Eine Ziehung des Trainingsrauschens</translation>
    </message>
    <message>
        <source>Play the draw from its first iteration, or pause</source>
        <translation>Die Ziehung ab ihrer ersten Iteration abspielen oder anhalten</translation>
    </message>
    <message>
        <source>One iteration back</source>
        <translation>Eine Iteration zurück</translation>
    </message>
    <message>
        <source>One iteration forward</source>
        <translation>Eine Iteration vor</translation>
    </message>
    <message>
        <source>Iteration that the draw is shown up to</source>
        <translation>Iteration, bis zu der die Ziehung gezeigt wird</translation>
    </message>
    <message>
        <source>Another draw</source>
        <translation>Neue Ziehung</translation>
    </message>
</context>
<context>
    <name>noiseloom::NoticeBar</name>
    <message>
        <source>Notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Dismiss this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
</context>
<context>
    <name>noiseloom::NumberField</name>
    <message>
        <source>Use default (%1)</source>
        <translation>Vorgabewert verwenden (%1)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>Erlaubt: %1</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelle: %1</translation>
    </message>
    <message>
        <source>Expressions and suffixes work: 2^14, 50000*20/500, 1e-6, 100M, 16Gi</source>
        <translation>Ausdrücke und Suffixe gehen: 2^14, 50000*20/500, 1e-6, 100M, 16Gi</translation>
    </message>
    <message>
        <source>%1, slider</source>
        <translation>%1, Schieberegler</translation>
    </message>
    <message>
        <source>a number, or “%1”</source>
        <translation>eine Zahl oder „%1“</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2. Use %3.</source>
        <translation>%1 lässt sich nicht lesen: %2. Verwenden Sie %3.</translation>
    </message>
    <message>
        <source>Solved for, from the target. %1</source>
        <translation>Wird nach der Vorgabe aufgelöst. %1</translation>
    </message>
    <message>
        <source>Up and Down step, Page Up and Page Down leap, F8 plays the slider</source>
        <translation>Auf und Ab machen einen Schritt, Bild auf und Bild ab einen Sprung, F8 lässt den Schieberegler laufen</translation>
    </message>
    <message>
        <source>Stop playing %1</source>
        <translation>%1 anhalten</translation>
    </message>
    <message>
        <source>Play the slider of %1</source>
        <translation>Schieberegler laufen lassen: %1</translation>
    </message>
    <message>
        <source>%1 (F8; Escape goes back to where it began)</source>
        <translation>%1 (F8; Escape kehrt zum Anfang zurück)</translation>
    </message>
    <message>
        <source>%1 (F8)</source>
        <translation>%1 (F8)</translation>
    </message>
</context>
<context>
    <name>noiseloom::OpenedDesigns</name>
    <message>
        <source>The file states what does not follow from it. %1.</source>
        <translation>In der Datei steht etwas, was nicht aus ihr folgt. %1.</translation>
    </message>
    <message>
        <source>%1 could not be solved again. %2</source>
        <translation>%1 konnte nicht noch einmal gelöst werden. %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::ParetoPanel</name>
    <message>
        <source>Designs weighed against one another</source>
        <translation>Entwürfe gegeneinander abgewogen</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>The error that the objective is about</source>
        <translation>Der Fehler, um den es der Zielgröße geht</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory that a machine of the scenario keeps for noise rows</source>
        <translation>Speicher, den ein Rechner des Szenarios für Rauschzeilen braucht</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Seconds that a step’s noise takes on one core, estimated by a measurement here</source>
        <translation>Sekunden, die das Rauschen eines Schritts auf einem Kern braucht, nach einer Messung hier geschätzt</translation>
    </message>
    <message>
        <source>The epsilon that a design promises</source>
        <translation>Das Epsilon, das ein Entwurf verspricht</translation>
    </message>
    <message>
        <source>Upwards</source>
        <translation>Senkrecht</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>Waagerecht</translation>
    </message>
    <message>
        <source>recommended design</source>
        <translation>empfohlener Entwurf</translation>
    </message>
    <message>
        <source>Pareto</source>
        <translation>Pareto</translation>
    </message>
    <message>
        <source>Pareto: %1</source>
        <translation>Pareto: %1</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>against</source>
        <translation>gegen</translation>
    </message>
</context>
<context>
    <name>noiseloom::ParetoTrials</name>
    <message numerus="yes">
        <source>%1, %n buffer(s)</source>
        <translation>
            <numerusform>%1, %n Puffer</numerusform>
            <numerusform>%1, %n Puffer</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::PathRow</name>
    <message>
        <source>Browse …</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Browse for %1</source>
        <translation>Auswählen: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::PhasesDialog</name>
    <message>
        <source>Phases of the run</source>
        <translation>Phasen des Laufs</translation>
    </message>
    <message>
        <source>Phases in their order; the first three columns are typed</source>
        <translation>Phasen in ihrer Reihenfolge; die ersten drei Spalten werden getippt</translation>
    </message>
    <message>
        <source>Steps, batch size and noise may change from phase to phase; all else is as in the window, and so is the promise, which holds for all phases together.</source>
        <translation>Schritte, Batchgröße und Rauschen können sich von Phase zu Phase ändern; alles andere ist wie im Fenster, auch das Versprechen, das für alle Phasen zusammen gilt.</translation>
    </message>
    <message>
        <source>No designs</source>
        <translation>Keine Entwürfe</translation>
    </message>
    <message>
        <source>Add a phase</source>
        <translation>Phase hinzufügen</translation>
    </message>
    <message>
        <source>Remove the phase</source>
        <translation>Phase entfernen</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>The command that makes the strategy file of every phase</source>
        <translation>Der Befehl, der die Strategiedatei jeder Phase schreibt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Relative noise</source>
        <translation>Relatives Rauschen</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>ε by itself</source>
        <translation>ε allein</translation>
    </message>
    <message>
        <source>Noise multiplier over that of a phase of 1</source>
        <translation>Rauschmultiplikator gegenüber dem einer Phase mit 1</translation>
    </message>
    <message>
        <source>Noise multiplier</source>
        <translation>Rauschmultiplikator</translation>
    </message>
    <message>
        <source>What the phase alone promises at the delta of all</source>
        <translation>Was die Phase allein beim Delta aller verspricht</translation>
    </message>
    <message>
        <source>Phase %1: %2</source>
        <translation>Phase %1: %2</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>All phases together: (%1, %2)-DP</source>
        <translation>Alle Phasen zusammen: (%1, %2)-DP</translation>
    </message>
    <message>
        <source>Each phase makes its noise with a key of its own, and which phases there are is settled beforehand.</source>
        <translation>Jede Phase macht ihr Rauschen mit einem eigenen Schlüssel, und welche Phasen es gibt, steht vorher fest.</translation>
    </message>
    <message>
        <source>Not claimed for this job</source>
        <translation>Für diesen Auftrag nicht zugesagt</translation>
    </message>
    <message>
        <source>The job does not do what the claim assumes, in phase %1.</source>
        <translation>Der Auftrag tut nicht, was die Zusage voraussetzt, in Phase %1.</translation>
    </message>
</context>
<context>
    <name>noiseloom::PictureOptionsForm</name>
    <message>
        <source>Width of the figures</source>
        <translation>Breite der Abbildungen</translation>
    </message>
    <message>
        <source>Height of the figures</source>
        <translation>Höhe der Abbildungen</translation>
    </message>
    <message>
        <source>Title in the figure</source>
        <translation>Titel in der Abbildung</translation>
    </message>
    <message>
        <source>PNG: picture</source>
        <translation>PNG: Pixelbild</translation>
    </message>
    <message>
        <source>SVG: vector, for the web and drawing programs</source>
        <translation>SVG: Vektorgrafik, für das Web und Zeichenprogramme</translation>
    </message>
    <message>
        <source>PDF: vector, for print and LaTeX</source>
        <translation>PDF: Vektorgrafik, für Druck und LaTeX</translation>
    </message>
    <message>
        <source>Format of the figures</source>
        <translation>Format der Abbildungen</translation>
    </message>
    <message>
        <source>px</source>
        <translation>px</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>inch</source>
        <translation>Zoll</translation>
    </message>
    <message>
        <source>Unit of the size</source>
        <translation>Einheit der Größe</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Resolution in dots per inch</source>
        <translation>Auflösung in Punkten pro Zoll</translation>
    </message>
    <message>
        <source>Pixels to an inch: of pictures, and of the heat map inside SVG and PDF files</source>
        <translation>Pixel pro Zoll: von Pixelbildern und von der Heatmap in SVG- und PDF-Dateien</translation>
    </message>
    <message>
        <source>Light, on white: for paper</source>
        <translation>Hell, auf Weiß: für Papier</translation>
    </message>
    <message>
        <source>Dark: for slides</source>
        <translation>Dunkel: für Folien</translation>
    </message>
    <message>
        <source>Appearance of the figures</source>
        <translation>Darstellung der Abbildungen</translation>
    </message>
    <message>
        <source>Off where a caption stands below the figure</source>
        <translation>Aus, wenn eine Bildunterschrift darunter steht</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Auflösung</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>NeurIPS: line of 5.5 inch</source>
        <translation>NeurIPS: Zeile von 5,5 Zoll</translation>
    </message>
    <message>
        <source>ICML: one column</source>
        <translation>ICML: eine Spalte</translation>
    </message>
    <message>
        <source>ICML: both columns</source>
        <translation>ICML: beide Spalten</translation>
    </message>
    <message>
        <source>IEEE: one column</source>
        <translation>IEEE: eine Spalte</translation>
    </message>
    <message>
        <source>IEEE: both columns</source>
        <translation>IEEE: beide Spalten</translation>
    </message>
    <message>
        <source>Slide, 16:9</source>
        <translation>Folie, 16:9</translation>
    </message>
    <message>
        <source>Poster: half of A0 across</source>
        <translation>Poster: halbe Breite von A0</translation>
    </message>
    <message>
        <source>Size of type in points</source>
        <translation>Schriftgröße in Punkt</translation>
    </message>
    <message>
        <source>What the figures are for</source>
        <translation>Wofür die Abbildungen sind</translation>
    </message>
    <message>
        <source>Any size</source>
        <translation>Beliebige Größe</translation>
    </message>
    <message>
        <source>in proportion to the size</source>
        <translation>im Verhältnis zur Größe</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Size of the labels in print. 0: in proportion to the size of the figure</source>
        <translation>Größe der Beschriftung im Druck. 0: im Verhältnis zur Größe der Abbildung</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>%1 × %2 px, %3 × %4 mm on paper, type of %5 points</source>
        <translation>%1 × %2 px, %3 × %4 mm auf Papier, Schrift mit %5 Punkt</translation>
    </message>
    <message>
        <source>Command below the figure</source>
        <translation>Befehl unter der Abbildung</translation>
    </message>
    <message>
        <source>The line for a terminal that makes the design again</source>
        <translation>Die Zeile für ein Terminal, die den Entwurf noch einmal macht</translation>
    </message>
    <message>
        <source>Width of lines in points</source>
        <translation>Linienbreite in Punkt</translation>
    </message>
    <message>
        <source>Font of the figures</source>
        <translation>Schrift der Abbildungen</translation>
    </message>
    <message>
        <source>Font of the window</source>
        <translation>Schrift des Fensters</translation>
    </message>
    <message>
        <source>in proportion to the type</source>
        <translation>im Verhältnis zur Schrift</translation>
    </message>
    <message>
        <source>Width of curves in print. 0: in proportion to the type</source>
        <translation>Breite der Kurven im Druck. 0: im Verhältnis zur Schrift</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Linien</translation>
    </message>
</context>
<context>
    <name>noiseloom::PlotBoard</name>
    <message>
        <source>Plots</source>
        <translation>Plots</translation>
    </message>
    <message>
        <source>Plots of this place</source>
        <translation>Plots an dieser Stelle</translation>
    </message>
    <message>
        <source>Small plots</source>
        <translation>Kleine Plots</translation>
    </message>
</context>
<context>
    <name>noiseloom::PlotPanel</name>
    <message>
        <source>Stale</source>
        <translation>Veraltet</translation>
    </message>
    <message>
        <source>The plot belongs to an earlier scenario</source>
        <translation>Der Plot gehört zu einem früheren Szenario</translation>
    </message>
    <message>
        <source>Show the numbers behind the plot as a table</source>
        <translation>Die Zahlen hinter dem Plot als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Fill the window with this plot, or show all plots</source>
        <translation>Das Fenster mit diesem Plot füllen, oder alle Plots zeigen</translation>
    </message>
    <message>
        <source>What is this?</source>
        <translation>Was ist das?</translation>
    </message>
    <message>
        <source>Table behind %1</source>
        <translation>Tabelle hinter: %1</translation>
    </message>
    <message>
        <source>Maximise %1</source>
        <translation>Maximieren: %1</translation>
    </message>
    <message>
        <source>Help about %1</source>
        <translation>Hilfe zu: %1</translation>
    </message>
    <message>
        <source>Read-out of %1: %2</source>
        <translation>Ablesung von %1: %2</translation>
    </message>
    <message>
        <source>stale: these numbers belong to an earlier scenario</source>
        <translation>veraltet: Diese Zahlen gehören zu einem früheren Szenario</translation>
    </message>
    <message>
        <source>Not to be relied on: %1</source>
        <translation>Nicht verlässlich: %1</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save picture …</source>
        <translation>Bild speichern …</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>Daten kopieren</translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation>Als Tabelle zeigen</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>Ansicht zurücksetzen</translation>
    </message>
    <message>
        <source>Fill the window</source>
        <translation>Fenster füllen</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartet</translation>
    </message>
    <message>
        <source>The plot is of where the slider was; it is drawn anew when the slider rests</source>
        <translation>Der Plot zeigt, wo der Schieberegler war; er wird neu gezeichnet, wenn dieser ruht</translation>
    </message>
    <message>
        <source>Make this the large plot</source>
        <translation>Zum großen Plot machen</translation>
    </message>
    <message>
        <source>Make %1 the large plot</source>
        <translation>%1 zum großen Plot machen</translation>
    </message>
</context>
<context>
    <name>noiseloom::PointsCanvas</name>
    <message>
        <source>Points to train with</source>
        <translation>Punkte, mit denen trainiert wird</translation>
    </message>
    <message>
        <source>Arrow keys move the cross, Space draws a point there, Delete erases</source>
        <translation>Pfeiltasten bewegen das Kreuz, die Leertaste zeichnet dort einen Punkt, Entf radiert</translation>
    </message>
</context>
<context>
    <name>noiseloom::PreferencesDialog</name>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Colours of the window and the plots; System follows the desktop while the program runs</source>
        <translation>Farben des Fensters und der Plots; System folgt dem Desktop, während das Programm läuft</translation>
    </message>
    <message>
        <source>Start in presenter mode</source>
        <translation>Im Vortragsmodus starten</translation>
    </message>
    <message>
        <source>Large type, thick lines and markers, for a projector</source>
        <translation>Große Schrift, dicke Linien und Marken, für einen Beamer</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Language of the window</source>
        <translation>Sprache des Fensters</translation>
    </message>
    <message>
        <source>Keep a copy of what has changed</source>
        <translation>Eine Kopie von Änderungen aufbewahren</translation>
    </message>
    <message>
        <source>The work comes back as it was after a crash or a power cut</source>
        <translation>Die Arbeit kommt nach einem Absturz oder Stromausfall zurück, wie sie war</translation>
    </message>
    <message>
        <source>Written after</source>
        <translation>Geschrieben nach</translation>
    </message>
    <message>
        <source>Seconds from a change until the copy is written, 1 to 600</source>
        <translation>Sekunden von einer Änderung, bis die Kopie geschrieben wird, 1 bis 600</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>The folder in which exports start</source>
        <translation>Der Ordner, in dem Exporte beginnen</translation>
    </message>
    <message>
        <source>Reset to defaults</source>
        <translation>Auf Vorgaben zurücksetzen</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>High contrast, light</source>
        <translation>Hoher Kontrast, hell</translation>
    </message>
    <message>
        <source>High contrast, dark</source>
        <translation>Hoher Kontrast, dunkel</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>&amp;Appearance</source>
        <translation>&amp;Darstellung</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>Sicherheit</translation>
    </message>
    <message>
        <source>&amp;Written after</source>
        <translation>&amp;Geschrieben nach</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>&amp;Export to</source>
        <translation>&amp;Exportieren nach</translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Browse for the folder of exports</source>
        <translation>Den Ordner für Exporte auswählen</translation>
    </message>
    <message>
        <source>Export to: “%1” is no folder. Use one that exists, or leave it empty for your home folder.</source>
        <translation>Exportieren nach: „%1“ ist kein Ordner. Verwenden Sie einen, den es gibt, oder lassen Sie das Feld leer für Ihren persönlichen Ordner.</translation>
    </message>
    <message>
        <source>Folder for exports</source>
        <translation>Ordner für Exporte</translation>
    </message>
    <message>
        <source>Less motion</source>
        <translation>Weniger Bewegung</translation>
    </message>
    <message>
        <source>What plays by itself goes one step a second at most; also where the system asks for it</source>
        <translation>Was von selbst läuft, macht höchstens einen Schritt in der Sekunde; auch wo das System es wünscht</translation>
    </message>
    <message>
        <source>Numbers with a decimal point</source>
        <translation>Zahlen mit Dezimalpunkt</translation>
    </message>
    <message>
        <source>This changes when Noiseloom starts next.</source>
        <translation>Das ändert sich beim nächsten Start von Noiseloom.</translation>
    </message>
    <message>
        <source>Restart now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Closes the window and opens it again with the same work</source>
        <translation>Schließt das Fenster und öffnet es wieder, mit derselben Arbeit</translation>
    </message>
    <message>
        <source>1.5 also where the system writes 1,5; files for programs and copied text always have a point</source>
        <translation>1.5 auch, wo das System 1,5 schreibt; Dateien für Programme und kopierter Text haben immer einen Punkt</translation>
    </message>
</context>
<context>
    <name>noiseloom::ProfilePage</name>
    <message>
        <source>Privacy profile</source>
        <translation>Privatheitsprofil</translation>
    </message>
    <message>
        <source>epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>δ(ε) = sup over events S of P[M(D) ∈ S] − exp(ε) P[M(D′) ∈ S]</source>
        <translation>δ(ε) = sup über Ereignisse S von P[M(D) ∈ S] − exp(ε) P[M(D′) ∈ S]</translation>
    </message>
    <message>
        <source>certified</source>
        <translation>zertifiziert</translation>
    </message>
    <message>
        <source>claimed</source>
        <translation>zugesagt</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>δ</source>
        <translation>δ</translation>
    </message>
    <message>
        <source>Privacy profile: delta, logarithmic, against epsilon</source>
        <translation>Privatheitsprofil: Delta, logarithmisch, gegen Epsilon</translation>
    </message>
    <message>
        <source>Zero-concentrated and Gaussian DP: not stated, because the batching is amplified.</source>
        <translation>Zero-Concentrated DP und Gauß-DP: nicht angegeben, weil die Batchbildung verstärkt.</translation>
    </message>
    <message>
        <source>Each δ is certified: never below the true one.</source>
        <translation>Jedes δ ist zertifiziert: nie kleiner als das wahre.</translation>
    </message>
    <message>
        <source> Each may fail with probability %1.</source>
        <translation> Jedes kann mit Wahrscheinlichkeit %1 falsch sein.</translation>
    </message>
    <message>
        <source>Certifying: %1 of %2 points …</source>
        <translation>Zertifizierung: %1 von %2 Punkten …</translation>
    </message>
    <message>
        <source>definition 2.4, for all ε at once</source>
        <translation>Definition 2.4, für alle ε zugleich</translation>
    </message>
</context>
<context>
    <name>noiseloom::ProgressDots</name>
    <message>
        <source>Step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::Recalibrator</name>
    <message>
        <source>%1 cannot be recalibrated: %2 = %3 is not allowed, use %4.</source>
        <translation>%1 kann nicht neu kalibriert werden: %2 = %3 ist nicht erlaubt, verwenden Sie %4.</translation>
    </message>
</context>
<context>
    <name>noiseloom::RecentFiles</name>
    <message>
        <source>%1 is not there any more</source>
        <translation>%1 ist nicht mehr da</translation>
    </message>
    <message>
        <source>%1 is a folder</source>
        <translation>%1 ist ein Ordner</translation>
    </message>
    <message>
        <source>%1 cannot be read by you</source>
        <translation>%1 dürfen Sie nicht lesen</translation>
    </message>
</context>
<context>
    <name>noiseloom::RecommendAnswer</name>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Your data loader</source>
        <translation>Ihr Datenlader</translation>
    </message>
    <message>
        <source>Designs</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>Batching</source>
        <translation>Batchbildung</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Time a step</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Compared</source>
        <translation>Verglichen</translation>
    </message>
    <message>
        <source>Parts of the answer</source>
        <translation>Teile der Antwort</translation>
    </message>
    <message>
        <source>Nothing can run within these limits</source>
        <translation>In diesen Grenzen kann nichts laufen</translation>
    </message>
    <message>
        <source>The reasons stand under “Left out”.</source>
        <translation>Die Gründe stehen unter „Weggelassen“.</translation>
    </message>
    <message>
        <source>The error of DP-SGD</source>
        <translation>Der Fehler von DP-SGD</translation>
    </message>
    <message>
        <source>%1 % less error</source>
        <translation>%1 % weniger Fehler</translation>
    </message>
    <message>
        <source>%1 % more error</source>
        <translation>%1 % mehr Fehler</translation>
    </message>
    <message>
        <source>The best DP-SGD is that under %1.</source>
        <translation>Das beste DP-SGD: %1.</translation>
    </message>
    <message>
        <source>than the best DP-SGD, which is that under %1</source>
        <translation>als das beste DP-SGD (%1)</translation>
    </message>
    <message>
        <source>%1, under %2</source>
        <translation>%1 unter %2</translation>
    </message>
    <message>
        <source>Its noise takes %1 of the %2 that are free on each machine.</source>
        <translation>Das Rauschen braucht %1 der %2, die auf jedem Rechner frei sind.</translation>
    </message>
    <message>
        <source>Best DP-SGD</source>
        <translation>Bestes DP-SGD</translation>
    </message>
    <message>
        <source>−%1 %</source>
        <translation>−%1 %</translation>
    </message>
    <message>
        <source>Ask again with it</source>
        <translation>Damit noch einmal fragen</translation>
    </message>
    <message>
        <source>Batches by %1</source>
        <translation>Batches: %1</translation>
    </message>
    <message>
        <source>Twice the memory</source>
        <translation>Doppelter Speicher</translation>
    </message>
    <message>
        <source>Batches twice as large</source>
        <translation>Doppelt so große Batches</translation>
    </message>
    <message>
        <source>Searched for %1 of processor time.</source>
        <translation>Gesucht wurde %1 Prozessorzeit lang.</translation>
    </message>
    <message>
        <source>the fewest within 2 %</source>
        <translation>die wenigsten innerhalb von 2 %</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Compared (%1)</source>
        <translation>Verglichen (%1)</translation>
    </message>
    <message>
        <source>Left out (%1)</source>
        <translation>Weggelassen (%1)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>What one more freedom would gain: click to try it</source>
        <translation>Was eine Freiheit mehr brächte: Anklicken versucht es</translation>
    </message>
    <message>
        <source>Hardly more error</source>
        <translation>Kaum mehr Fehler</translation>
    </message>
    <message>
        <source>Hardly less error</source>
        <translation>Kaum weniger Fehler</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>DP-SGD is the best here</source>
        <translation>DP-SGD ist hier am besten</translation>
    </message>
    <message>
        <source>with %1 % more error than under %2, where DP-SGD has the least</source>
        <translation>mit %1 % mehr Fehler als dort, wo DP-SGD am wenigsten hat: %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::RecommendDialog</name>
    <message>
        <source>Recommend</source>
        <translation>Empfehlen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Recommend a design</source>
        <translation>Einen Entwurf empfehlen</translation>
    </message>
    <message>
        <source>Use this design</source>
        <translation>Diesen Entwurf verwenden</translation>
    </message>
    <message>
        <source>The window shows the selected design, the recommended one where none is selected; one step to undo</source>
        <translation>Das Fenster zeigt den ausgewählten Entwurf, den empfohlenen, wenn keiner ausgewählt ist; ein Schritt, der sich zurücknehmen lässt</translation>
    </message>
    <message>
        <source>Keep the selected design on the shelf</source>
        <translation>Den ausgewählten Entwurf in der Ablage behalten</translation>
    </message>
    <message>
        <source>It is on the shelf.</source>
        <translation>Er liegt in der Ablage.</translation>
    </message>
    <message>
        <source>Use and export …</source>
        <translation>Verwenden und exportieren …</translation>
    </message>
    <message>
        <source>Use it and write its strategy file and plan</source>
        <translation>Ihn verwenden und seine Strategiedatei samt Plan schreiben</translation>
    </message>
    <message>
        <source>Copied as text</source>
        <translation>Als Text kopiert</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>recommended design</source>
        <translation>empfohlener Entwurf</translation>
    </message>
    <message>
        <source>Copy the answer as plain text</source>
        <translation>Die Antwort als reinen Text kopieren</translation>
    </message>
    <message>
        <source>The question has changed since it was answered.</source>
        <translation>Die Frage hat sich seit der Antwort geändert.</translation>
    </message>
    <message>
        <source>Estimate so far: %1, by %2, under %3.</source>
        <translation>Schätzung bisher: %1, mit %2 unter %3.</translation>
    </message>
    <message>
        <source>Stopped before anything was certified.</source>
        <translation>Angehalten, bevor etwas zertifiziert war.</translation>
    </message>
</context>
<context>
    <name>noiseloom::RecommendForm</name>
    <message>
        <source>My data loader …</source>
        <translation>Mein Datenlader …</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Use a number above 0.</source>
        <translation>Verwenden Sie eine Zahl über 0.</translation>
    </message>
    <message>
        <source>I train %1 parameters on %2 examples in batches of %3, for %4 epochs. The promise is ε&#xa0;=&#xa0;%5 with δ&#xa0;=&#xa0;%6.</source>
        <translation>Auf %2 Beispielen trainiere ich %1 Parameter, in Batches von %3 und %4 Epochen lang. Versprochen wird ε&#xa0;=&#xa0;%5 bei δ&#xa0;=&#xa0;%6.</translation>
    </message>
    <message>
        <source>Noise a step</source>
        <translation>Rauschzeit</translation>
    </message>
    <message>
        <source>Most seconds of one core that a machine may take for the noise of a step</source>
        <translation>Höchstens so viele Sekunden eines Kerns darf ein Rechner für das Rauschen eines Schritts brauchen</translation>
    </message>
    <message>
        <source>Solving time</source>
        <translation>Lösezeit</translation>
    </message>
    <message>
        <source>Seconds of processor time for the search; what takes longer is left out by name</source>
        <translation>Sekunden Prozessorzeit für die Suche; was länger dauert, bleibt weg und wird genannt</translation>
    </message>
    <message>
        <source>Machines: %1. Memory free for noise on each: %2 bytes.
Seconds of a core for the noise of a step: %3. Seconds for the search: %4.</source>
        <translation>Rechner: %1. Freier Speicher für das Rauschen auf jedem: %2 Byte.
Grenze für das Rauschen eines Schritts, in Sekunden eines Kerns: %3. Grenze für die Suche, in Sekunden: %4.</translation>
    </message>
    <message>
        <source>Machines, memory and time</source>
        <translation>Rechner, Speicher und Zeit</translation>
    </message>
    <message>
        <source>shuffles in each epoch</source>
        <translation>mischt in jeder Epoche</translation>
    </message>
    <message>
        <source>Every example once an epoch, in a new order each time.</source>
        <translation>Jedes Beispiel einmal je Epoche, jedes Mal in neuer Reihenfolge.</translation>
    </message>
    <message>
        <source>draws each step by itself (Poisson)</source>
        <translation>zieht jeden Schritt für sich (Poisson)</translation>
    </message>
    <message>
        <source>Chance alone decides who is in a step, whoever was in the last.</source>
        <translation>Allein der Zufall entscheidet, wer in einem Schritt ist, egal wer im letzten war.</translation>
    </message>
    <message>
        <source>takes batches from Noiseloom</source>
        <translation>nimmt Batches von Noiseloom</translation>
    </message>
    <message>
        <source>Any will do: the best way of all is found, and a command draws such batches.</source>
        <translation>Jede Art ist recht: Die beste wird gefunden, und ein Befehl zieht solche Batches.</translation>
    </message>
    <message>
        <source>More ways</source>
        <translation>Weitere Arten</translation>
    </message>
    <message>
        <source>Correct what is marked first.</source>
        <translation>Berichtigen Sie zuerst, was markiert ist.</translation>
    </message>
    <message>
        <source>There has to be a step to train.</source>
        <translation>Es muss einen Schritt zu trainieren geben.</translation>
    </message>
    <message>
        <source>Choose what your data loader does.</source>
        <translation>Wählen Sie, was Ihr Datenlader tut.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>makes n = %1 steps: %2 epochs of %3</source>
        <translation>ergibt n = %1 Schritte: %2 Epochen zu %3</translation>
    </message>
    <message>
        <source>makes n = %1 steps</source>
        <translation>ergibt n = %1 Schritte</translation>
    </message>
    <message>
        <source>machines: %1</source>
        <translation>Rechner: %1</translation>
    </message>
    <message>
        <source>%1, or k = %2 where each step is drawn</source>
        <translation>%1; k = %2, wo jeder Schritt gezogen wird</translation>
    </message>
    <message>
        <source>makes n = %1 steps, k = %2</source>
        <translation>ergibt n = %1 Schritte, k = %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::ReportWriter</name>
    <message>
        <source>Drawing plot %1 of %2 …</source>
        <translation>Plot %1 von %2 wird gezeichnet …</translation>
    </message>
    <message>
        <source>Certifying the privacy profile …</source>
        <translation>Das Privatheitsprofil wird zertifiziert …</translation>
    </message>
</context>
<context>
    <name>noiseloom::RiskPage</name>
    <message>
        <source>Most that an attack can know</source>
        <translation>Was ein Angriff höchstens wissen kann</translation>
    </message>
    <message>
        <source>false positives</source>
        <translation>falsch Positive</translation>
    </message>
    <message>
        <source>true positives</source>
        <translation>richtig Positive</translation>
    </message>
    <message>
        <source>true positives ≤ min over (ε, δ) of δ + exp(ε) · false positives</source>
        <translation>richtig Positive ≤ Minimum über (ε, δ) von δ + exp(ε) · falsch Positive</translation>
    </message>
    <message>
        <source>section 2</source>
        <translation>Abschnitt 2</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>guessing</source>
        <translation>Raten</translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>gewählt</translation>
    </message>
    <message>
        <source>False positives</source>
        <translation>Falsch Positive</translation>
    </message>
    <message>
        <source>How often an attack may say of somebody who did not take part that they did</source>
        <translation>Wie oft ein Angriff von jemandem, der nicht dabei war, sagen darf, er sei dabei gewesen</translation>
    </message>
    <message>
        <source>from 0 to 1</source>
        <translation>von 0 bis 1</translation>
    </message>
    <message>
        <source>Believed before</source>
        <translation>Geglaubt vorher</translation>
    </message>
    <message>
        <source>With what probability the attacker believed that somebody took part</source>
        <translation>Für wie wahrscheinlich der Angreifer hielt, dass jemand dabei war</translation>
    </message>
    <message>
        <source>Group of</source>
        <translation>Gruppe von</translation>
    </message>
    <message>
        <source>Members whose data are one person’s, or who are hidden together</source>
        <translation>Mitglieder, deren Daten einer Person gehören oder die gemeinsam verborgen sein sollen</translation>
    </message>
    <message>
        <source>whole, 1 to 1000000</source>
        <translation>ganz, 1 bis 1000000</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Most true positives against false positives, both logarithmic</source>
        <translation>Höchstens richtig Positive gegen falsch Positive, beide logarithmisch</translation>
    </message>
    <message>
        <source>How well anybody can tell from all that is released whether one member took part, however they go about it and whatever they know of the others.</source>
        <translation>Wie gut irgendwer aus allem, was veröffentlicht wird, erkennen kann, ob ein Mitglied dabei war, wie auch immer er vorgeht und was auch immer er von den anderen weiß.</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>eine ganze Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>%1 is not allowed: use %2.</source>
        <translation>%1 ist nicht erlaubt: Verwenden Sie %2.</translation>
    </message>
    <message>
        <source>a member</source>
        <translation>ein Mitglied</translation>
    </message>
    <message>
        <source>a group of %1</source>
        <translation>eine Gruppe von %1</translation>
    </message>
    <message>
        <source>True positives</source>
        <translation>Richtig Positive</translation>
    </message>
    <message>
        <source>how often a test is right about %1 that is wrong about outsiders at a rate of %2</source>
        <translation>wie oft ein Test, der sich bei Außenstehenden mit der Rate %2 irrt, %1 erkennt</translation>
    </message>
    <message>
        <source>Advantage</source>
        <translation>Vorteil</translation>
    </message>
    <message>
        <source>by how much true positives exceed false positives, for the best test</source>
        <translation>um wie viel richtig Positive die falsch Positiven übertreffen, beim besten Test</translation>
    </message>
    <message>
        <source>Believed after</source>
        <translation>Geglaubt danach</translation>
    </message>
    <message>
        <source>that %1 took part, once such a test said so; %2 before</source>
        <translation>dass %1 dabei war, wenn ein solcher Test es sagt; vorher %2</translation>
    </message>
    <message numerus="yes">
        <source>Bounds, from %n certified point(s) of the profile: never below the truth.</source>
        <translation>
            <numerusform>Schranken aus %n zertifiziertem Punkt des Profils: nie unter der Wahrheit.</numerusform>
            <numerusform>Schranken aus %n zertifizierten Punkten des Profils: nie unter der Wahrheit.</numerusform>
        </translation>
    </message>
    <message>
        <source> Each may fail with probability %1.</source>
        <translation> Jeder kann mit Wahrscheinlichkeit %1 falsch sein.</translation>
    </message>
    <message>
        <source> For groups they chain neighbours, which is loose for large ones: of the claim (%1, %2)-DP is left.</source>
        <translation> Für Gruppen reihen sie Nachbarn aneinander, was bei großen weit ist: Von der Zusage bleibt (%1, %2)-DP.</translation>
    </message>
    <message>
        <source>Right guesses</source>
        <translation>Richtig geraten</translation>
    </message>
    <message>
        <source>how probably any guess whether %1 took part is right; %2 without the release</source>
        <translation>wie wahrscheinlich stimmt, was jemand darüber rät, ob %1 dabei war; %2 ohne die Veröffentlichung</translation>
    </message>
</context>
<context>
    <name>noiseloom::RmsePanel</name>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>Hover to read the curve, click to choose bands</source>
        <translation>Zeigen liest die Kurve ab, Klicken wählt Bänder</translation>
    </message>
    <message>
        <source>What errors are shown against</source>
        <translation>Wogegen Fehler gezeigt werden</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Error against the number of bands</source>
        <translation>Fehler gegen die Anzahl der Bänder</translation>
    </message>
    <message>
        <source>Error against epsilon</source>
        <translation>Fehler gegen Epsilon</translation>
    </message>
    <message>
        <source>Error against the epochs k, the most participations of one example</source>
        <translation>Fehler gegen die Epochen k, die meisten Teilnahmen eines Beispiels</translation>
    </message>
    <message>
        <source>Error against the iterations n</source>
        <translation>Fehler gegen die Iterationen n</translation>
    </message>
    <message>
        <source>Error of every mechanism at the same privacy, the best first</source>
        <translation>Fehler jedes Mechanismus bei gleicher Privatheit, der beste zuerst</translation>
    </message>
    <message>
        <source>Choose mechanisms to compare with the scenario&apos;s</source>
        <translation>Mechanismen wählen, die mit dem des Szenarios verglichen werden</translation>
    </message>
    <message>
        <source>Mechanisms to compare with</source>
        <translation>Mechanismen zum Vergleich</translation>
    </message>
    <message>
        <source>Adds a curve, or removes it</source>
        <translation>Fügt eine Kurve hinzu oder entfernt sie</translation>
    </message>
    <message>
        <source>The first points are being computed.</source>
        <translation>Die ersten Punkte werden berechnet.</translation>
    </message>
    <message>
        <source>The scenario cannot be solved: correct its fields first.</source>
        <translation>Das Szenario lässt sich nicht lösen: Beheben Sie zuerst die Fehler in seinen Feldern.</translation>
    </message>
    <message>
        <source>Refining: %1 of %2 points; Esc stops</source>
        <translation>Wird verfeinert: %1 von %2 Punkten; Esc hält an</translation>
    </message>
    <message>
        <source>Stopped: %1 of %2 points</source>
        <translation>Angehalten: %1 von %2 Punkten</translation>
    </message>
    <message>
        <source>Refining %1 of %2 curves; Esc stops</source>
        <translation>%1 von %2 Kurven werden verfeinert; Esc hält an</translation>
    </message>
    <message>
        <source>Stopped: %1 of %2 curves are complete</source>
        <translation>Angehalten: %1 von %2 Kurven sind vollständig</translation>
    </message>
    <message numerus="yes">
        <source>Click to choose a mechanism; %n cannot run here, the table says why</source>
        <translation>
            <numerusform>Klicken wählt einen Mechanismus; %n läuft hier nicht, siehe Tabelle</numerusform>
            <numerusform>Klicken wählt einen Mechanismus; %n laufen hier nicht, siehe Tabelle</numerusform>
        </translation>
    </message>
    <message>
        <source>Estimates, up to a tenth above the design itself; click to choose a point</source>
        <translation>Schätzungen, bis zu einem Zehntel über dem Entwurf; Klicken wählt einen Punkt</translation>
    </message>
    <message>
        <source>Sketch of %1 of %2 points, σ to %3 %</source>
        <translation>Skizze aus %1 von %2 Punkten, σ auf %3 %</translation>
    </message>
    <message>
        <source>Hover to read a curve (σ not certified), click to choose a point</source>
        <translation>Zeigen liest ab (σ nicht zertifiziert), Klicken wählt aus</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>Error against bands, epsilon, epochs, iterations, mechanism, batching or separation</source>
        <translation>Fehler gegen Bänder, Epsilon, Epochen, Iterationen, Mechanismus, Batchbildung oder Abstand</translation>
    </message>
    <message>
        <source>Batching</source>
        <translation>Batchbildung</translation>
    </message>
    <message>
        <source>Error under every batching at the same privacy, the best first</source>
        <translation>Fehler bei jeder Batchbildung bei gleicher Privatheit, die beste zuerst</translation>
    </message>
    <message>
        <source>Separation</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Error against the min-separation of min-sep batching</source>
        <translation>Fehler gegen den Mindestabstand der Batchbildung, die einen hat</translation>
    </message>
    <message numerus="yes">
        <source>Click to choose a batching; %n cannot run here, the table says why</source>
        <translation>
            <numerusform>Klicken wählt eine Batchbildung; %n läuft hier nicht, siehe Tabelle</numerusform>
            <numerusform>Klicken wählt eine Batchbildung; %n laufen hier nicht, siehe Tabelle</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to choose a batching; under balls-in-bins up to a tenth too large</source>
        <translation>Klicken wählt aus; bei Balls-in-Bins bis zu einem Zehntel zu groß</translation>
    </message>
    <message>
        <source>rmse %1, largest error %2, last error %3 (%4)</source>
        <translation>RMSE %1, größter Fehler %2, letzter Fehler %3 (%4)</translation>
    </message>
    <message>
        <source>%1 bands; hover to read the curve, click to choose</source>
        <translation>%1 Bänder; Zeigen liest die Kurve ab, Klicken wählt</translation>
    </message>
    <message>
        <source>A map over two inputs: best bands, error, noise or promise</source>
        <translation>Eine Karte über zwei Eingaben: beste Bänder, Fehler, Rauschen oder Zusage</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>Iterationen</translation>
    </message>
</context>
<context>
    <name>noiseloom::SavePictureDialog</name>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>Bilder (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>The picture carries its scenario, so that it can be opened again.</source>
        <translation>Das Bild trägt sein Szenario, sodass es sich wieder öffnen lässt.</translation>
    </message>
    <message>
        <source>The picture will be marked “%1”.</source>
        <translation>Das Bild wird mit „%1“ gekennzeichnet.</translation>
    </message>
    <message>
        <source>%1 exists. Overwrite it?</source>
        <translation>%1 ist schon da. Überschreiben?</translation>
    </message>
    <message>
        <source>Writing …</source>
        <translation>Wird geschrieben …</translation>
    </message>
</context>
<context>
    <name>noiseloom::ScenarioDocument</name>
    <message>
        <source>stale: this is not the result of the scenario that was set</source>
        <translation>veraltet: Dies ist nicht das Ergebnis des eingestellten Szenarios</translation>
    </message>
    <message>
        <source>assumptions violated: %1</source>
        <translation>Annahmen verletzt: %1</translation>
    </message>
    <message>
        <source>earlier change</source>
        <translation>frühere Änderung</translation>
    </message>
    <message>
        <source>Nothing has been solved yet.</source>
        <translation>Es wurde noch nichts gelöst.</translation>
    </message>
    <message>
        <source>The design is still being solved.</source>
        <translation>Der Entwurf wird noch gelöst.</translation>
    </message>
    <message>
        <source>The result is stale: it belongs to an earlier scenario.</source>
        <translation>Das Ergebnis ist veraltet: Es gehört zu einem früheren Szenario.</translation>
    </message>
    <message>
        <source>No valid noise multiplier was found.</source>
        <translation>Es wurde kein gültiger Rauschmultiplikator gefunden.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>an estimate: nothing is certified</source>
        <translation>eine Schätzung: nichts ist zertifiziert</translation>
    </message>
    <message>
        <source>The result is an estimate: solving was stopped before its noise was certified.</source>
        <translation>Das Ergebnis ist eine Schätzung: Das Lösen wurde angehalten, bevor das Rauschen zertifiziert war.</translation>
    </message>
    <message>
        <source>%1: %2 to %3</source>
        <translation>%1: %2 auf %3</translation>
    </message>
</context>
<context>
    <name>noiseloom::ScenarioMapView</name>
    <message>
        <source>Map over two inputs</source>
        <translation>Karte über zwei Eingaben</translation>
    </message>
    <message>
        <source>The scenario has no map: correct its fields first.</source>
        <translation>Das Szenario hat keine Karte: Beheben Sie zuerst die Fehler in seinen Feldern.</translation>
    </message>
    <message>
        <source>%1 of %2 cells</source>
        <translation>%1 von %2 Zellen</translation>
    </message>
    <message>
        <source>Mapping: %1; Esc stops</source>
        <translation>Karte wird berechnet: %1; Esc hält an</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Angehalten: %1</translation>
    </message>
    <message>
        <source>Click to choose</source>
        <translation>Klick wählt</translation>
    </message>
    <message>
        <source>of %1 cells, %2 estimated: σ not certified</source>
        <translation>von %1 Zellen %2 geschätzt: σ nicht zertifiziert</translation>
    </message>
    <message>
        <source>%1 hatched: no design</source>
        <translation>%1 schraffiert: kein Entwurf</translation>
    </message>
    <message>
        <source>bands that take long left out</source>
        <translation>Bänder, die lange dauern, ausgelassen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1:  no design, %2</source>
        <translation>%1:  kein Entwurf, %2</translation>
    </message>
    <message>
        <source>%1:  not known yet</source>
        <translation>%1:  noch nicht bekannt</translation>
    </message>
    <message>
        <source>promises ε %1</source>
        <translation>verspricht ε %1</translation>
    </message>
    <message>
        <source>σ %1</source>
        <translation>σ %1</translation>
    </message>
    <message>
        <source>as good as DP-SGD under the same batching</source>
        <translation>so gut wie DP-SGD bei gleicher Batchbildung</translation>
    </message>
    <message>
        <source>%1 % better than DP-SGD under the same batching</source>
        <translation>%1 % besser als DP-SGD bei gleicher Batchbildung</translation>
    </message>
    <message>
        <source>%1:  %2</source>
        <translation>%1:  %2</translation>
    </message>
    <message>
        <source>No cell of the map is known yet.</source>
        <translation>Noch ist keine Zelle der Karte bekannt.</translation>
    </message>
    <message>
        <source>%1 over %2 and %3: %4 of %5 cells are known, from %6 to %7; of these, %8 are estimated.</source>
        <translation>%1 über %2 und %3: %4 von %5 Zellen sind bekannt, von %6 bis %7; davon sind %8 geschätzt.</translation>
    </message>
    <message>
        <source>bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>noise multiplier σ</source>
        <translation>Rauschmultiplikator σ</translation>
    </message>
    <message>
        <source>epsilon promised</source>
        <translation>versprochenes Epsilon</translation>
    </message>
    <message>
        <source>to DP-SGD (ratio)</source>
        <translation>zu DP-SGD (Verhältnis)</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>geschätzt</translation>
    </message>
    <message>
        <source>no design, because</source>
        <translation>kein Entwurf, weil</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Arrow keys read the map, Enter takes both inputs of a cell over. %1</source>
        <translation>Pfeiltasten lesen die Karte, Enter übernimmt beide Eingaben einer Zelle. %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 % better than DP-SGD</source>
        <translation>%1 % besser als DP-SGD</translation>
    </message>
</context>
<context>
    <name>noiseloom::ScenarioPanel</name>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Normalise columns</source>
        <translation>Spalten normieren</translation>
    </message>
    <message>
        <source>Rescales the short last columns to norm 1: never worse</source>
        <translation>Skaliert die kurzen letzten Spalten auf die Norm 1: nie schlechter</translation>
    </message>
    <message>
        <source>Bands of C⁻¹</source>
        <translation>Bänder von C⁻¹</translation>
    </message>
    <message>
        <source>Diagonals of C⁻¹ that are not zero: noise is a mix of that many vectors</source>
        <translation>Diagonalen von C⁻¹, die nicht null sind: Das Rauschen mischt so viele Vektoren</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>Bands</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>Diagonals of C that are not zero; b − 1 noise vectors are kept</source>
        <translation>Diagonalen von C, die nicht null sind; b − 1 Rauschvektoren werden aufbewahrt</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatheit</translation>
    </message>
    <message>
        <source>Adjacency</source>
        <translation>Nachbarschaft</translation>
    </message>
    <message>
        <source>What two neighbouring data sets differ in</source>
        <translation>Worin sich zwei benachbarte Datensätze unterscheiden</translation>
    </message>
    <message>
        <source>Add or remove one</source>
        <translation>Hinzufügen/Entfernen</translation>
    </message>
    <message>
        <source>Zero out one</source>
        <translation>Nullsetzen</translation>
    </message>
    <message>
        <source>Replace one</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>One example is added or removed</source>
        <translation>Ein Beispiel kommt hinzu oder fällt weg</translation>
    </message>
    <message>
        <source>The gradient of one example is replaced by zero</source>
        <translation>Der Gradient eines Beispiels wird durch null ersetzt</translation>
    </message>
    <message>
        <source>One example is replaced by another: two contributions differ, so more noise</source>
        <translation>Ein Beispiel wird durch ein anderes ersetzt: Zwei Beiträge unterscheiden sich, daher mehr Rauschen</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Whose presence the guarantee hides: what one clipped contribution is of</source>
        <translation>Wessen Anwesenheit die Garantie verbirgt: wovon ein geclippter Beitrag stammt</translation>
    </message>
    <message>
        <source>One example</source>
        <translation>Ein Beispiel</translation>
    </message>
    <message>
        <source>One user</source>
        <translation>Ein Nutzer</translation>
    </message>
    <message>
        <source>One device</source>
        <translation>Ein Gerät</translation>
    </message>
    <message>
        <source>Gradients are clipped an example at a time</source>
        <translation>Gradienten werden je Beispiel geclippt</translation>
    </message>
    <message>
        <source>All examples of a user are clipped together, as one contribution a step</source>
        <translation>Alle Beispiele eines Nutzers werden zusammen geclippt, als ein Beitrag je Schritt</translation>
    </message>
    <message>
        <source>All examples of a device are clipped together, as one contribution a step</source>
        <translation>Alle Beispiele eines Geräts werden zusammen geclippt, als ein Beitrag je Schritt</translation>
    </message>
    <message>
        <source>Batching</source>
        <translation>Batchbildung</translation>
    </message>
    <message>
        <source>Accounted as</source>
        <translation>Angesetzt als</translation>
    </message>
    <message>
        <source>How examples get into batches, as far as the accounting knows: it decides the accountant</source>
        <translation>Wie Beispiele in Batches kommen, soweit die Abrechnung es weiß: Davon hängt ihr Verfahren ab</translation>
    </message>
    <message>
        <source>Job’s batches</source>
        <translation>Batches des Jobs</translation>
    </message>
    <message>
        <source>How the training job really forms its batches. Changes no figure, but the claim is false when it does not fit</source>
        <translation>Wie der Trainingsjob seine Batches wirklich bildet. Ändert keine Zahl, aber die Zusage ist falsch, wenn es nicht passt</translation>
    </message>
    <message>
        <source>Mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>Which strategy matrices are searched</source>
        <translation>Welche Strategiematrizen durchsucht werden</translation>
    </message>
    <message>
        <source>Search for the best</source>
        <translation>Beste suchen</translation>
    </message>
    <message>
        <source>Tries all feasible numbers of bands and takes the one of least error</source>
        <translation>Probiert alle möglichen Anzahlen von Bändern und nimmt die mit dem kleinsten Fehler</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Workload</translation>
    </message>
    <message>
        <source>The linear map from noisy gradients to what is released</source>
        <translation>Die lineare Abbildung von verrauschten Gradienten auf das, was herausgegeben wird</translation>
    </message>
    <message>
        <source>Running sums</source>
        <translation>Laufende Summen</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>Prefix sums: plain SGD with a constant learning rate</source>
        <translation>Präfixsummen: einfaches SGD mit konstanter Lernrate</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>How the learning rate changes over the steps; a factor scales all errors</source>
        <translation>Wie sich die Lernrate über die Schritte ändert; ein Faktor skaliert alle Fehler</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Konstant</translation>
    </message>
    <message>
        <source>Linear warm-up, cool-down</source>
        <translation>Linear mit Cool-down</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>From a file …</source>
        <translation>Aus einer Datei …</translation>
    </message>
    <message>
        <source>The same in every step</source>
        <translation>In jedem Schritt dieselbe</translation>
    </message>
    <message>
        <source>Rises in a straight line from 0.05 to 1, and falls back at the end</source>
        <translation>Steigt geradlinig von 0,05 auf 1 und fällt am Ende zurück</translation>
    </message>
    <message>
        <source>After the warm-up half a period of a cosine, from 1 to 0.05</source>
        <translation>Nach dem Warm-up eine halbe Kosinusperiode von 1 auf 0,05</translation>
    </message>
    <message>
        <source>A text file with one rate for each step</source>
        <translation>Eine Textdatei mit einer Lernrate je Schritt</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>Zielgröße</translation>
    </message>
    <message>
        <source>The error that the strategy is optimised for</source>
        <translation>Der Fehler, für den die Strategie optimiert wird</translation>
    </message>
    <message>
        <source>Mean error</source>
        <translation>Mittlerer Fehler</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>Größter Fehler</translation>
    </message>
    <message>
        <source>Last error</source>
        <translation>Letzter Fehler</translation>
    </message>
    <message>
        <source>Root mean square error of all running sums</source>
        <translation>Wurzel des mittleren quadratischen Fehlers aller laufenden Summen</translation>
    </message>
    <message>
        <source>The largest error of a running sum</source>
        <translation>Der größte Fehler einer laufenden Summe</translation>
    </message>
    <message>
        <source>The error of the last running sum: of the final model</source>
        <translation>Der Fehler der letzten laufenden Summe: des fertigen Modells</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>Decoder</translation>
    </message>
    <message>
        <source>How running sums are put together from noisy nodes</source>
        <translation>Wie laufende Summen aus verrauschten Knoten zusammengesetzt werden</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>Online</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Vollständig</translation>
    </message>
    <message>
        <source>From each node and those below it: fast at any n</source>
        <translation>Aus jedem Knoten und denen darunter: schnell bei jedem n</translation>
    </message>
    <message>
        <source>The best linear decoder: n³ operations</source>
        <translation>Der beste lineare Decoder: n³ Operationen</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>Einsatz</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>Zahlentyp</translation>
    </message>
    <message>
        <source>How a coordinate of the noise buffer is stored</source>
        <translation>Wie eine Koordinate des Rauschpuffers gespeichert wird</translation>
    </message>
    <message>
        <source>Error at most</source>
        <translation>Fehler höchstens</translation>
    </message>
    <message>
        <source>Better than DP-SGD</source>
        <translation>Besser als DP-SGD</translation>
    </message>
    <message>
        <source>Noise rows at most</source>
        <translation>Rauschzeilen höchstens</translation>
    </message>
    <message>
        <source>Memory at most</source>
        <translation>Speicher höchstens</translation>
    </message>
    <message>
        <source>%1 follows</source>
        <translation>%1 folgt</translation>
    </message>
    <message>
        <source>Let %1 follow</source>
        <translation>%1 folgen lassen</translation>
    </message>
    <message>
        <source>Follows from the three others: k N = n B</source>
        <translation>Folgt aus den drei anderen: k N = n B</translation>
    </message>
    <message>
        <source>Let this value follow from the three others: k N = n B</source>
        <translation>Diesen Wert aus den drei anderen folgen lassen: k N = n B</translation>
    </message>
    <message>
        <source>Solve so that</source>
        <translation>Auflösen, sodass</translation>
    </message>
    <message>
        <source>What the design has to reach</source>
        <translation>Was der Entwurf erreichen muss</translation>
    </message>
    <message>
        <source>The error of the objective, in clip norms</source>
        <translation>Der Fehler der Zielgröße, in Clipping-Normen</translation>
    </message>
    <message>
        <source>By how much the rmse is below that of independent noise, in percent</source>
        <translation>Um wie viel der RMSE unter dem von unabhängigem Rauschen liegt, in Prozent</translation>
    </message>
    <message>
        <source>The best bands that keep so many rows of noise</source>
        <translation>Die besten Bänder, die so viele Rauschzeilen aufbewahren</translation>
    </message>
    <message>
        <source>The best bands that fit a machine’s memory, in bytes</source>
        <translation>Die besten Bänder, die in den Speicher eines Rechners passen, in Byte</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Solving …</source>
        <translation>Wird gelöst …</translation>
    </message>
    <message>
        <source>The value that reaches this target is being looked for</source>
        <translation>Der Wert, der diese Vorgabe erreicht, wird gesucht</translation>
    </message>
    <message>
        <source>Stop solving for %1</source>
        <translation>Nicht mehr nach %1 auflösen</translation>
    </message>
    <message>
        <source>Solve for %1</source>
        <translation>Nach %1 auflösen</translation>
    </message>
    <message>
        <source>Solved for: the target decides this value. Click to set it yourself</source>
        <translation>Aufgelöst: Die Vorgabe bestimmt diesen Wert. Klicken, um ihn selbst zu setzen</translation>
    </message>
    <message>
        <source>Solve for this value: set a target instead</source>
        <translation>Nach diesem Wert auflösen: stattdessen eine Vorgabe setzen</translation>
    </message>
    <message>
        <source>Not solved for this scenario. Press Enter here to solve again.</source>
        <translation>Für dieses Szenario nicht aufgelöst. Drücken Sie hier die Eingabetaste, um noch einmal aufzulösen.</translation>
    </message>
    <message>
        <source>Learning rates</source>
        <translation>Lernraten</translation>
    </message>
    <message>
        <source>Text files (*.txt *.csv *.dat);;All files (*)</source>
        <translation>Textdateien (*.txt *.csv *.dat);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A schedule needs other iterations than %1: use %2.</source>
        <translation>Ein Lernratenplan braucht andere Iterationen als %1: Verwenden Sie %2.</translation>
    </message>
    <message>
        <source>n = %1, k = %2</source>
        <translation>n = %1, k = %2</translation>
    </message>
    <message>
        <source>(%1, %2), %3</source>
        <translation>(%1, %2), %3</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, best bands</source>
        <translation>%1, beste Bänder</translation>
    </message>
    <message>
        <source>SGD, β = %1, learning rates</source>
        <translation>SGD, β = %1, Lernraten</translation>
    </message>
    <message>
        <source>SGD, β = %1, α = %2</source>
        <translation>SGD, β = %1, α = %2</translation>
    </message>
    <message>
        <source>%1, clip norm %2</source>
        <translation>%1, Clipping-Norm %2</translation>
    </message>
    <message>
        <source>d = %1, machines: %2</source>
        <translation>d = %1, Rechner: %2</translation>
    </message>
    <message>
        <source>Not here: use %1.</source>
        <translation>Hier nicht: Verwenden Sie %1.</translation>
    </message>
    <message>
        <source>Batches: %1</source>
        <translation>Batches: %1</translation>
    </message>
    <message>
        <source>Epsilon against the separation observed …</source>
        <translation>Epsilon über dem beobachteten Abstand …</translation>
    </message>
    <message>
        <source>What still holds, with the noise as it is, where members return sooner than promised</source>
        <translation>Was mit dem Rauschen, wie es ist, noch gilt, wenn Mitglieder früher wiederkehren als versprochen</translation>
    </message>
    <message>
        <source>Each step alone</source>
        <translation>Jeder Schritt für sich</translation>
    </message>
    <message>
        <source>The noise that each step adds by itself: A is the identity</source>
        <translation>Das Rauschen, das jeder Schritt für sich hinzufügt: A ist die Einheitsmatrix</translation>
    </message>
    <message>
        <source>Own node</source>
        <translation>Eigener Knoten</translation>
    </message>
    <message>
        <source>From each node’s own noisy sum alone: the plain binary tree</source>
        <translation>Allein aus der verrauschten Summe des Knotens selbst: der einfache binäre Baum</translation>
    </message>
    <message>
        <source>SGD, β = %1, α = %2, learning rates</source>
        <translation>SGD, β = %1, α = %2, Lernraten</translation>
    </message>
    <message>
        <source>Curvature error</source>
        <translation>Krümmungsfehler</translation>
    </message>
    <message>
        <source>The excess loss of a quadratic with the curvatures below, which forget old noise</source>
        <translation>Der zusätzliche Verlust einer quadratischen Funktion mit den Krümmungen darunter, die altes Rauschen vergessen</translation>
    </message>
    <message>
        <source>Curvatures</source>
        <translation>Krümmungen</translation>
    </message>
    <message>
        <source>Learning rate times curvature, from 0 to 1, each with its weight behind a colon where that is not 1: 0.001:5, 0.01, 0.1:2. At most %1</source>
        <translation>Lernrate mal Krümmung, von 0 bis 1, jede mit ihrem Gewicht hinter einem Doppelpunkt, wo es nicht 1 ist: 0.001:5, 0.01, 0.1:2. Höchstens %1</translation>
    </message>
    <message>
        <source>%1 is not allowed: use %2.</source>
        <translation>%1 ist nicht erlaubt: Verwenden Sie %2.</translation>
    </message>
    <message>
        <source>From a model …</source>
        <translation>Aus einem Modell …</translation>
    </message>
    <message>
        <source>Measure the curvatures of a model’s loss on data</source>
        <translation>Die Krümmungen des Verlusts eines Modells auf Daten messen</translation>
    </message>
    <message>
        <source>Last curvature error</source>
        <translation>Letzter Krümmungsfehler</translation>
    </message>
    <message>
        <source>The same of the last step alone: of the final model</source>
        <translation>Dasselbe für den letzten Schritt allein: für das fertige Modell</translation>
    </message>
    <message>
        <source>Last batch</source>
        <translation>Letzter Batch</translation>
    </message>
    <message>
        <source>What ends an epoch where the batch size does not divide the data</source>
        <translation>Was eine Epoche beendet, wenn die Batchgröße die Daten nicht teilt</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Weggelassen</translation>
    </message>
    <message>
        <source>Carried over</source>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>The rest of the data forms a smaller batch</source>
        <translation>Der Rest der Daten bildet einen kleineren Batch</translation>
    </message>
    <message>
        <source>The rest of the data is left out of this epoch</source>
        <translation>Der Rest der Daten fällt in dieser Epoche weg</translation>
    </message>
    <message>
        <source>The first examples of the next epoch fill the batch: under min-separation</source>
        <translation>Die ersten Beispiele der nächsten Epoche füllen den Batch auf: bei Mindestabstand</translation>
    </message>
    <message>
        <source>Attack’s advantage at most</source>
        <translation>Vorteil eines Angriffs höchstens</translation>
    </message>
    <message>
        <source>True positives at most</source>
        <translation>Richtig Positive höchstens</translation>
    </message>
    <message>
        <source>True less false positives of whatever attack asks who took part: the largest ε that keeps it</source>
        <translation>Richtig weniger falsch Positive jedes Angriffs, der fragt, wer dabei war: das größte ε, das ihn einhält</translation>
    </message>
    <message>
        <source>True positives of whatever attack asks who took part, at a rate of false positives: the largest ε that keeps them</source>
        <translation>Richtig Positive jedes Angriffs, der fragt, wer dabei war, bei einem Anteil falsch Positiver: das größte ε, das sie einhält</translation>
    </message>
    <message>
        <source>False positives</source>
        <translation>Falsch Positive</translation>
    </message>
    <message>
        <source>The share of those who did not take part for whom the attack says that they did. Also the chance of guessing a record, where it is to be reconstructed</source>
        <translation>Der Anteil derer, die nicht dabei waren und von denen der Angriff sagt, sie seien dabei gewesen. Auch die Aussicht, einen Datensatz zu erraten, wenn er rekonstruiert werden soll</translation>
    </message>
    <message>
        <source>Iterates of SGD with momentum, weight decay, averaging or learning rates</source>
        <translation>Iterierte von SGD mit Momentum, Weight Decay, Mittelung oder Lernraten</translation>
    </message>
    <message>
        <source>%1, %2 each</source>
        <translation>%1, je %2</translation>
    </message>
    <message>
        <source>%1, γ = %2</source>
        <translation>%1, γ = %2</translation>
    </message>
    <message>
        <source>The file cannot be used: %1.</source>
        <translation>Die Datei kann nicht verwendet werden: %1.</translation>
    </message>
    <message>
        <source>Coefficients of the workload</source>
        <translation>Koeffizienten des Workloads</translation>
    </message>
    <message>
        <source>Text and NumPy files (*.txt *.csv *.dat *.npy);;All files (*)</source>
        <translation>Text- und NumPy-Dateien (*.txt *.csv *.dat *.npy);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>A schedule needs an averaging window of 1.</source>
        <translation>Ein Plan braucht ein Mittelungsfenster von 1.</translation>
    </message>
    <message>
        <source>%1, W = %2</source>
        <translation>%1, W = %2</translation>
    </message>
    <message>
        <source>Given coefficients</source>
        <translation>Gegebene Koeffizienten</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>Aus %1</translation>
    </message>
    <message>
        <source>%1, mean of all</source>
        <translation>%1, Mittel aller</translation>
    </message>
    <message>
        <source>A Toeplitz matrix by its coefficients, one for each step, or a whole matrix, from a text or .npy file</source>
        <translation>Eine Toeplitz-Matrix durch ihre Koeffizienten, einer je Schritt, oder eine ganze Matrix, aus einer Text- oder .npy-Datei</translation>
    </message>
    <message>
        <source>Right guesses at most</source>
        <translation>Richtig geraten höchstens</translation>
    </message>
    <message>
        <source>How probably whoever guesses who took part is right, from a prior belief: 1 less the Bayes risk</source>
        <translation>Wie wahrscheinlich recht hat, wer aus einem Vorwissen rät, wer dabei war: 1 weniger das Bayes-Risiko</translation>
    </message>
    <message>
        <source>Believed before</source>
        <translation>Geglaubt vorher</translation>
    </message>
    <message>
        <source>With what probability the attacker believed that somebody took part</source>
        <translation>Für wie wahrscheinlich der Angreifer hielt, dass jemand dabei war</translation>
    </message>
</context>
<context>
    <name>noiseloom::SeparationPage</name>
    <message>
        <source>Separation</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Fewest steps between two participations, as the job really kept it</source>
        <translation>Kleinste Zahl von Schritten zwischen zwei Teilnahmen, wie der Job sie wirklich eingehalten hat</translation>
    </message>
    <message>
        <source>as built</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>Participations</source>
        <translation>Teilnahmen</translation>
    </message>
    <message>
        <source>Most participations of one example, as they really were</source>
        <translation>Meiste Teilnahmen eines Beispiels, wie sie wirklich waren</translation>
    </message>
    <message>
        <source>Promised at that separation</source>
        <translation>Zugesagt bei diesem Abstand</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>As used</source>
        <translation>Wie verwendet</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Bemerkung</translation>
    </message>
    <message>
        <source>What this strategy and its noise promise if the job lets examples return sooner, or more often, than planned. No amplification is counted.</source>
        <translation>Was diese Strategie und ihr Rauschen zusagen, wenn der Job Beispiele früher oder öfter zurückkehren lässt als geplant. Verstärkung wird nicht angerechnet.</translation>
    </message>
    <message>
        <source>%1 %2 is not allowed: use %3.</source>
        <translation>%1 %2 ist nicht erlaubt: Verwenden Sie %3.</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>L2 sensitivity</source>
        <translation>L2-Sensitivität</translation>
    </message>
    <message>
        <source>× clip norm, %1; %2 as built</source>
        <translation>× Clipping-Norm, %1; %2 wie entworfen</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exakt</translation>
    </message>
    <message>
        <source>an upper bound</source>
        <translation>eine obere Schranke</translation>
    </message>
    <message>
        <source>Noise multiplier σ</source>
        <translation>Rauschmultiplikator σ</translation>
    </message>
    <message>
        <source>for sensitivity 1</source>
        <translation>für Sensitivität 1</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>at δ = %1</source>
        <translation>bei δ = %1</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>Delta</translation>
    </message>
    <message>
        <source>at ε = %1</source>
        <translation>bei ε = %1</translation>
    </message>
    <message>
        <source>With the same noise: (%1, %2)-DP.</source>
        <translation>Mit demselben Rauschen: (%1, %2)-DP.</translation>
    </message>
    <message>
        <source>Epsilon against the separation observed</source>
        <translation>Epsilon über dem beobachteten Abstand</translation>
    </message>
    <message>
        <source>separation observed (iterations)</source>
        <translation>beobachteter Abstand (Iterationen)</translation>
    </message>
    <message>
        <source>separation</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>epsilon at δ = %1, with the same noise</source>
        <translation>Epsilon bei δ = %1, mit demselben Rauschen</translation>
    </message>
    <message>
        <source>epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>ε of the Gaussian mechanism of σ = stddev / (ζ sens(s))</source>
        <translation>ε des Gauß-Mechanismus mit σ = Standardabweichung / (ζ sens(s))</translation>
    </message>
    <message>
        <source>appendix H</source>
        <translation>Anhang H</translation>
    </message>
    <message>
        <source>Certifying …</source>
        <translation>Wird zertifiziert …</translation>
    </message>
    <message>
        <source>certified; sensitivity exact</source>
        <translation>zertifiziert; Sensitivität exakt</translation>
    </message>
    <message>
        <source>certified; of an upper bound of the sensitivity</source>
        <translation>zertifiziert; mit einer oberen Schranke der Sensitivität</translation>
    </message>
    <message>
        <source>certified</source>
        <translation>zertifiziert</translation>
    </message>
    <message>
        <source>robust from b₀</source>
        <translation>robust ab b₀</translation>
    </message>
    <message>
        <source>as entered</source>
        <translation>wie eingegeben</translation>
    </message>
    <message>
        <source>Epsilon that holds against the separation observed</source>
        <translation>Epsilon, das gilt, über dem beobachteten Abstand</translation>
    </message>
    <message>
        <source>as claimed: amplified by sampling, which the curve does not count</source>
        <translation>wie zugesagt: durch Stichproben verstärkt, was die Kurve nicht zählt</translation>
    </message>
    <message>
        <source>as claimed for %1, which is more than a separation</source>
        <translation>wie zugesagt für %1, was mehr ist als ein Abstand</translation>
    </message>
    <message>
        <source>as claimed</source>
        <translation>wie zugesagt</translation>
    </message>
    <message>
        <source>With the same noise, unamplified: (%1, %2)-DP.</source>
        <translation>Mit demselben Rauschen, unverstärkt: (%1, %2)-DP.</translation>
    </message>
</context>
<context>
    <name>noiseloom::Shelf</name>
    <message>
        <source>ε %1</source>
        <translation>ε %1</translation>
    </message>
    <message>
        <source>δ %1</source>
        <translation>δ %1</translation>
    </message>
    <message>
        <source>n %1</source>
        <translation>n %1</translation>
    </message>
    <message>
        <source>k %1</source>
        <translation>k %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>pin %1</source>
        <translation>%1 anheften</translation>
    </message>
    <message>
        <source>remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>rename %1</source>
        <translation>%1 umbenennen</translation>
    </message>
    <message>
        <source>show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>hide %1</source>
        <translation>%1 ausblenden</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>recalibrate %1</source>
        <translation>%1 neu kalibrieren</translation>
    </message>
    <message>
        <source>recalibrate %1 designs</source>
        <translation>%1 Entwürfe neu kalibrieren</translation>
    </message>
</context>
<context>
    <name>noiseloom::ShelfFrozenColumns</name>
    <message>
        <source>Names of the designs</source>
        <translation>Namen der Entwürfe</translation>
    </message>
    <message>
        <source>Columns that stay</source>
        <translation>Spalten, die stehen bleiben</translation>
    </message>
</context>
<context>
    <name>noiseloom::ShelfModel</name>
    <message>
        <source>Current design</source>
        <translation>Aktueller Entwurf</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>stale</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>being solved …</source>
        <translation>wird gelöst …</translation>
    </message>
    <message>
        <source>not confirmed</source>
        <translation>nicht bestätigt</translation>
    </message>
    <message>
        <source>as current</source>
        <translation>wie aktuell</translation>
    </message>
    <message>
        <source>not comparable</source>
        <translation>nicht vergleichbar</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>%1 exact</source>
        <translation>%1 exakt</translation>
    </message>
    <message>
        <source>%1 bound</source>
        <translation>%1 Schranke</translation>
    </message>
    <message>
        <source>The plots always draw the current design.</source>
        <translation>Die Plots zeichnen den aktuellen Entwurf immer.</translation>
    </message>
    <message>
        <source>Drawn in the plots. A click hides it.</source>
        <translation>In den Plots gezeichnet. Ein Klick blendet ihn aus.</translation>
    </message>
    <message>
        <source>Not drawn. A click draws it again.</source>
        <translation>Nicht gezeichnet. Ein Klick zeichnet ihn wieder.</translation>
    </message>
    <message>
        <source>The design of the scenario on the left. Ctrl+D pins it.</source>
        <translation>Der Entwurf des Szenarios links. Strg+D heftet ihn an.</translation>
    </message>
    <message>
        <source>The same claim and training as the current scenario.</source>
        <translation>Dieselbe Zusage und dasselbe Training wie das aktuelle Szenario.</translation>
    </message>
    <message>
        <source>Not comparable with the baseline: their claims differ.</source>
        <translation>Nicht mit dem Bezug vergleichbar: Ihre Zusagen sind verschieden.</translation>
    </message>
    <message>
        <source>No lower bound is known under this batching.</source>
        <translation>Für diese Batchbildung ist keine untere Schranke bekannt.</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Noch nicht gemessen.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>shown in the plots</source>
        <translation>in den Plots gezeigt</translation>
    </message>
    <message>
        <source>hidden in the plots</source>
        <translation>in den Plots ausgeblendet</translation>
    </message>
    <message>
        <source>Click to recalibrate: the same mechanism and bands under the current claim.</source>
        <translation>Klicken, um neu zu kalibrieren: derselbe Mechanismus und dieselben Bänder unter der aktuellen Zusage.</translation>
    </message>
    <message>
        <source>another job</source>
        <translation>anderer Job</translation>
    </message>
    <message>
        <source>The guarantee is the same, so that the errors compare.</source>
        <translation>Die Garantie ist dieselbe; die Fehler sind also vergleichbar.</translation>
    </message>
    <message>
        <source>not claimed</source>
        <translation>nicht zugesagt</translation>
    </message>
    <message>
        <source>Processor time of one core of this machine, the fastest of what was timed; the slower quarter took from %1 % more.</source>
        <translation>Prozessorzeit eines Kerns dieses Rechners, die schnellste der Messungen; das langsamere Viertel brauchte ab %1 % mehr.</translation>
    </message>
</context>
<context>
    <name>noiseloom::ShelfPanel</name>
    <message>
        <source>Designs shelf</source>
        <translation>Ablage der Entwürfe</translation>
    </message>
    <message>
        <source>Recalibrating %1 …</source>
        <translation>%1 wird neu kalibriert …</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Pin design</source>
        <translation>Entwurf anheften</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Puts the scenario of the selected design back into the fields</source>
        <translation>Setzt das Szenario des ausgewählten Entwurfs wieder in die Felder</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Gives the selected design another name</source>
        <translation>Gibt dem ausgewählten Entwurf einen anderen Namen</translation>
    </message>
    <message>
        <source>Show in plots</source>
        <translation>In Plots zeigen</translation>
    </message>
    <message>
        <source>Draws the selected designs in the plots, or no longer</source>
        <translation>Zeichnet die ausgewählten Entwürfe in den Plots, oder nicht mehr</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Bezug</translation>
    </message>
    <message>
        <source>Compares all designs with the selected one instead of DP-SGD</source>
        <translation>Vergleicht alle Entwürfe mit dem ausgewählten statt mit DP-SGD</translation>
    </message>
    <message>
        <source>Recalibrate</source>
        <translation>Neu kalibrieren</translation>
    </message>
    <message>
        <source>Puts the selected designs, or all that are not comparable, under the current claim</source>
        <translation>Stellt die ausgewählten Entwürfe, oder alle nicht vergleichbaren, unter die aktuelle Zusage</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Takes the selected designs off the shelf</source>
        <translation>Nimmt die ausgewählten Entwürfe aus der Ablage</translation>
    </message>
    <message>
        <source>Designs</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>Fold the designs shelf</source>
        <translation>Ablage der Entwürfe zuklappen</translation>
    </message>
    <message>
        <source>Folds the shelf away, or unfolds it</source>
        <translation>Klappt die Ablage zu oder auf</translation>
    </message>
    <message>
        <source>Progress of recalibrating</source>
        <translation>Fortschritt des Neukalibrierens</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel recalibrating</source>
        <translation>Neukalibrieren abbrechen</translation>
    </message>
    <message>
        <source>This design is pinned already, as %1.</source>
        <translation>Dieser Entwurf ist schon angeheftet, als %1.</translation>
    </message>
    <message>
        <source>use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>show designs</source>
        <translation>Entwürfe zeigen</translation>
    </message>
    <message>
        <source>hide designs</source>
        <translation>Entwürfe ausblenden</translation>
    </message>
    <message>
        <source>remove %1 designs</source>
        <translation>%1 Entwürfe entfernen</translation>
    </message>
    <message>
        <source>The current scenario has no claim: %1</source>
        <translation>Das aktuelle Szenario hat keine Zusage: %1</translation>
    </message>
    <message>
        <source>Recalibrating was cancelled: %1 of %2 designs are done.</source>
        <translation>Das Neukalibrieren wurde abgebrochen: %1 von %2 Entwürfen sind fertig.</translation>
    </message>
    <message>
        <source>The design is still being solved</source>
        <translation>Der Entwurf wird noch gelöst</translation>
    </message>
    <message>
        <source>There is no valid scenario</source>
        <translation>Es gibt kein gültiges Szenario</translation>
    </message>
    <message>
        <source>Keeps the current design on the shelf, to compare others with it (%1)</source>
        <translation>Behält den aktuellen Entwurf in der Ablage, um andere mit ihm zu vergleichen (%1)</translation>
    </message>
    <message>
        <source>Designs (%1 pinned)</source>
        <translation>Entwürfe (%1 angeheftet)</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>Search again</source>
        <translation>Neu suchen</translation>
    </message>
    <message>
        <source>Puts the selected designs, or all for which the best was asked, under the current claim and searches for the best there</source>
        <translation>Stellt die ausgewählten Entwürfe, oder alle, für die nach dem Besten gefragt war, unter die aktuelle Zusage und sucht dort das Beste</translation>
    </message>
    <message>
        <source>%1 keeps what was best before</source>
        <translation>%1 behält, was vorher am besten war</translation>
    </message>
    <message>
        <source>%1. “Search again” looks for the best now.</source>
        <translation>%1. „Neu suchen“ sucht, was jetzt am besten ist.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Compare side by side …</source>
        <translation>Nebeneinander vergleichen …</translation>
    </message>
    <message>
        <source>Shows designs with what differs: the selected ones, one and the current design, or all in the plots</source>
        <translation>Zeigt Entwürfe mit dem, was sie unterscheidet: die gewählten, einen und den aktuellen, oder alle in den Plots</translation>
    </message>
    <message>
        <source>Copy the table of designs</source>
        <translation>Tabelle der Entwürfe kopieren</translation>
    </message>
    <message>
        <source>Current design</source>
        <translation>Aktueller Entwurf</translation>
    </message>
    <message>
        <source>What makes its figures …</source>
        <translation>Was seine Zahlen ausmacht …</translation>
    </message>
    <message>
        <source>The factors of each figure of the selected design, and what decides them</source>
        <translation>Die Faktoren jeder Zahl des gewählten Entwurfs, und was sie bestimmt</translation>
    </message>
</context>
<context>
    <name>noiseloom::ShelfView</name>
    <message>
        <source>Designs</source>
        <translation>Entwürfe</translation>
    </message>
    <message>
        <source>The current design and the pinned ones. Enter puts a design back, Space shows or hides it in the plots, F2 renames it, Delete removes it.</source>
        <translation>Der aktuelle Entwurf und die angehefteten. Eingabe setzt einen Entwurf zurück in die Felder, die Leertaste zeigt ihn in den Plots oder blendet ihn aus, F2 benennt ihn um, Entf entfernt ihn.</translation>
    </message>
    <message>
        <source>Columns of the designs</source>
        <translation>Spalten der Entwürfe</translation>
    </message>
    <message>
        <source>New here? &lt;a href=&quot;lesson&quot;&gt;Start with a lesson&lt;/a&gt;</source>
        <translation>Neu hier? &lt;a href=&quot;lesson&quot;&gt;Beginnen Sie mit einer Lektion&lt;/a&gt;</translation>
    </message>
    <message>
        <source>New here? Start with a lesson</source>
        <translation>Neu hier? Beginnen Sie mit einer Lektion</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
    <message>
        <source>No design is pinned. Pin the current one (Ctrl+D) and change the scenario: both stay side by side here and in the plots.</source>
        <translation>Kein Entwurf ist angeheftet. Heften Sie den aktuellen an (Strg+D) und ändern Sie das Szenario: Beide bleiben hier und in den Plots nebeneinander.</translation>
    </message>
    <message>
        <source>No design is pinned: Ctrl+D pins the current one.</source>
        <translation>Kein Entwurf ist angeheftet: Strg+D heftet den aktuellen an.</translation>
    </message>
    <message>
        <source>Ctrl+D pins it.</source>
        <translation>Strg+D heftet ihn an.</translation>
    </message>
</context>
<context>
    <name>noiseloom::ShortcutSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Filter by action or key</source>
        <translation>Nach Aktion oder Taste filtern</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>No action and no key matches.</source>
        <translation>Keine Aktion und keine Taste passt.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>noiseloom::SliderPlayer</name>
    <message>
        <source>Stop playing</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Play the slider</source>
        <translation>Schieberegler laufen lassen</translation>
    </message>
    <message>
        <source>How it plays</source>
        <translation>Wie er läuft</translation>
    </message>
    <message>
        <source>There and back</source>
        <translation>Hin und zurück</translation>
    </message>
    <message>
        <source>Once, to the end</source>
        <translation>Einmal, bis ans Ende</translation>
    </message>
    <message>
        <source>Slowly</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>As usual</source>
        <translation>Wie üblich</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>Schnell</translation>
    </message>
</context>
<context>
    <name>noiseloom::Snapshots</name>
    <message>
        <source>snapshot</source>
        <translation>Momentaufnahme</translation>
    </message>
</context>
<context>
    <name>noiseloom::SpectrumDialog</name>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Times the curvatures, and of the training without noise</source>
        <translation>Mal die Krümmungen, und die des Trainings ohne Rauschen</translation>
    </message>
    <message>
        <source>above 0</source>
        <translation>über 0</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Use these curvatures</source>
        <translation>Diese Krümmungen verwenden</translation>
    </message>
    <message>
        <source>Curvatures from a model</source>
        <translation>Krümmungen aus einem Modell</translation>
    </message>
    <message>
        <source>A loss is more curved in some directions than in others, and forgets old noise the faster the more it is curved. Measured here: the eigenvalues of the second derivatives of the training loss, times the learning rate. Each counts by its directions times its curvature, which is the noise’s part of a quadratic loss.</source>
        <translation>Ein Verlust ist in manchen Richtungen stärker gekrümmt als in anderen und vergisst altes Rauschen umso schneller, je stärker er gekrümmt ist. Gemessen werden hier die Eigenwerte der zweiten Ableitungen des Trainingsverlusts, mal die Lernrate. Jeder zählt mit der Anzahl seiner Richtungen mal seiner Krümmung: Das ist der Anteil des Rauschens an einem quadratischen Verlust.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Points of two classes in the plane</source>
        <translation>Punkte zweier Klassen in der Ebene</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>What learns to tell the classes apart</source>
        <translation>Was lernt, die Klassen zu unterscheiden</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Gewichte</translation>
    </message>
    <message>
        <source>Where the loss is looked at</source>
        <translation>Wo der Verlust betrachtet wird</translation>
    </message>
    <message>
        <source>Where training without noise ends</source>
        <translation>Wo Training ohne Rauschen endet</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Am Anfang</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>Curvatures of the list; neighbours are joined, and the sum of all stays</source>
        <translation>Krümmungen der Liste; Nachbarn werden zusammengefasst, und die Summe aller bleibt</translation>
    </message>
    <message>
        <source>Curvatures</source>
        <translation>Krümmungen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>They become the scenario’s, as one step to undo</source>
        <translation>Sie werden die des Szenarios, als ein Schritt, der sich rückgängig machen lässt</translation>
    </message>
    <message>
        <source>Use a number above 0.</source>
        <translation>Verwenden Sie eine Zahl über 0.</translation>
    </message>
    <message>
        <source>%1 points; after %2 steps without noise in batches of %3, with the scenario’s clip norm of %4</source>
        <translation>%1 Punkte; nach %2 Schritten ohne Rauschen in Batches von %3, mit der Clip-Norm %4 des Szenarios</translation>
    </message>
    <message>
        <source>%1 points; at the first weights</source>
        <translation>%1 Punkte; bei den ersten Gewichten</translation>
    </message>
    <message>
        <source>Stopped: nothing was measured.</source>
        <translation>Angehalten: Es wurde nichts gemessen.</translation>
    </message>
</context>
<context>
    <name>noiseloom::StartPage</name>
    <message>
        <source>Noiseloom</source>
        <translation>Noiseloom</translation>
    </message>
    <message>
        <source>Train with differential privacy and less noise: Noiseloom designs noise that partly cancels from step to step, so that a model learns more at the same privacy.</source>
        <translation>Trainieren mit Differential Privacy und weniger Rauschen: Noiseloom entwirft Rauschen, das sich von Schritt zu Schritt teilweise aufhebt, sodass ein Modell bei gleicher Privatheit mehr lernt.</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>Startseite</translation>
    </message>
    <message>
        <source>Explore the design behind this page</source>
        <translation>Den Entwurf hinter dieser Seite erkunden</translation>
    </message>
    <message>
        <source>Closes this page (Esc). File &gt; New session shows it again.</source>
        <translation>Schließt diese Seite (Esc). Datei &gt; Neue Sitzung zeigt sie wieder.</translation>
    </message>
    <message>
        <source>Close the start page (Esc)</source>
        <translation>Die Startseite schließen (Esc)</translation>
    </message>
    <message>
        <source>Close the start page</source>
        <translation>Die Startseite schließen</translation>
    </message>
    <message>
        <source>Recommend for my job</source>
        <translation>Für meinen Job empfehlen</translation>
    </message>
    <message>
        <source>Say what you train and how its batches are formed: see what to run, and what it gains.</source>
        <translation>Sagen Sie, was Sie trainieren und wie Batches gebildet werden: Sie sehen, was auszuführen ist und was es bringt.</translation>
    </message>
    <message numerus="yes">
        <source>Learn in %n minutes</source>
        <translation>
            <numerusform>In %n Minute lernen</numerusform>
            <numerusform>In %n Minuten lernen</numerusform>
        </translation>
    </message>
    <message>
        <source>Open an example</source>
        <translation>Ein Beispiel öffnen</translation>
    </message>
    <message>
        <source>Training jobs of published experiments, each with its source.</source>
        <translation>Trainingsjobs aus veröffentlichten Versuchen, jeder mit seiner Quelle.</translation>
    </message>
    <message>
        <source>More recent files …</source>
        <translation>Weitere zuletzt benutzte Dateien …</translation>
    </message>
</context>
<context>
    <name>noiseloom::StateFlip</name>
    <message>
        <source>flip to the other state</source>
        <translation>zum anderen Zustand umschalten</translation>
    </message>
</context>
<context>
    <name>noiseloom::StepErrorPanel</name>
    <message>
        <source>Error of each step</source>
        <translation>Fehler jedes Schritts</translation>
    </message>
    <message>
        <source>Hover to read the error of a step</source>
        <translation>Zeigen liest den Fehler eines Schritts ab</translation>
    </message>
    <message>
        <source>Error of each training step</source>
        <translation>Fehler jedes Trainingsschritts</translation>
    </message>
</context>
<context>
    <name>noiseloom::StopsDialog</name>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>What each stop costs</source>
        <translation>Was jedes Ende kostet</translation>
    </message>
    <message>
        <source>Ends after</source>
        <translation>Ende nach</translation>
    </message>
    <message>
        <source>Error until then</source>
        <translation>Fehler bis dahin</translation>
    </message>
    <message>
        <source>Of a design for these steps</source>
        <translation>Eigener Entwurf dafür</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Preis</translation>
    </message>
    <message>
        <source>If the run stops early</source>
        <translation>Falls der Lauf früher endet</translation>
    </message>
    <message>
        <source>The promise for all steps holds wherever the run stops, also where what was released decides it. The price is noise that was made for more steps.</source>
        <translation>Das Versprechen für alle Schritte gilt, wo immer der Lauf endet, auch wenn das Veröffentlichte darüber entscheidet. Der Preis ist Rauschen, das für mehr Schritte gemacht ist.</translation>
    </message>
    <message>
        <source>It may end after steps</source>
        <translation>Er kann enden nach Schritt</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>“%1” is no number of steps. Use whole numbers and commas.</source>
        <translation>„%1“ ist keine Zahl von Schritten. Verwenden Sie ganze Zahlen und Kommas.</translation>
    </message>
    <message>
        <source>Waiting for the design …</source>
        <translation>Wartet auf den Entwurf …</translation>
    </message>
    <message>
        <source>Waiting for a scenario that can be solved</source>
        <translation>Wartet auf ein Szenario, das sich lösen lässt</translation>
    </message>
    <message>
        <source>Say after which steps it may end.</source>
        <translation>Geben Sie an, nach welchen Schritten er enden kann.</translation>
    </message>
    <message>
        <source>Computing …</source>
        <translation>Wird berechnet …</translation>
    </message>
    <message>
        <source>%1 of the steps until then, %2.</source>
        <translation>%1 der Schritte bis dahin, %2.</translation>
    </message>
</context>
<context>
    <name>noiseloom::StrategyDrawing</name>
    <message>
        <source>What was drawn does not fit the number of iterations.</source>
        <translation>Das Gezeichnete passt nicht zur Anzahl der Iterationen.</translation>
    </message>
    <message>
        <source>Wait until the design is solved.</source>
        <translation>Warten Sie, bis der Entwurf gelöst ist.</translation>
    </message>
    <message>
        <source>Only Toeplitz strategies of several bands and BLTs are drawn: this one has other entries at each step, or none to choose.</source>
        <translation>Gezeichnet werden nur Toeplitz-Strategien mit mehreren Bändern und BLTs: Diese hat in jedem Schritt andere Einträge, oder keine zu wählen.</translation>
    </message>
    <message>
        <source>Back to the optimum</source>
        <translation>Zurück zum Optimum</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::StrategyPanel</name>
    <message>
        <source>Strategy</source>
        <translation>Strategie</translation>
    </message>
    <message>
        <source>Noising</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>Error factor</source>
        <translation>Fehlerfaktor</translation>
    </message>
    <message>
        <source>Gram matrix</source>
        <translation>Gram-Matrix</translation>
    </message>
    <message>
        <source>Hover to read entries; wheel zooms, drag pans, double-click resets, G goes to a row</source>
        <translation>Zeigen liest ab, Rad zoomt, Ziehen verschiebt, Doppelklick: alles, G: Zeile</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrix</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>Farbskala</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Lin</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Colours in proportion to the entries</source>
        <translation>Farben im Verhältnis zu den Einträgen</translation>
    </message>
    <message>
        <source>Symmetric logarithm: linear below 10⁻⁴ of the largest entry</source>
        <translation>Symmetrischer Logarithmus: linear unter 10⁻⁴ des größten Eintrags</translation>
    </message>
    <message>
        <source>Show the whole matrix</source>
        <translation>Die ganze Matrix zeigen</translation>
    </message>
    <message>
        <source>Heat map of a matrix of the design; nothing is drawn yet.</source>
        <translation>Heatmap einer Matrix des Entwurfs; noch ist nichts gezeichnet.</translation>
    </message>
    <message>
        <source>Rows against lags</source>
        <translation>Zeilen über Abständen</translation>
    </message>
    <message>
        <source>Rows against lags i − j: the band of the matrix fills the picture</source>
        <translation>Zeilen über den Abständen i − j: Das Band der Matrix füllt das Bild</translation>
    </message>
    <message>
        <source>Rows against lags: only for a matrix with fewer bands than rows</source>
        <translation>Zeilen über Abständen: nur für eine Matrix mit weniger Bändern als Zeilen</translation>
    </message>
    <message>
        <source>Hover to read entries, press G for a row; %1</source>
        <translation>Zeigen liest Einträge ab, G geht zu einer Zeile; %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::SummaryPrinting</name>
    <message>
        <source>Print</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>There is nothing to print: %1</source>
        <translation>Es gibt nichts zu drucken: %1</translation>
    </message>
</context>
<context>
    <name>noiseloom::TablePanel</name>
    <message>
        <source>Table on show</source>
        <translation>Gezeigte Tabelle</translation>
    </message>
    <message>
        <source>Table: %1</source>
        <translation>Tabelle: %1</translation>
    </message>
    <message>
        <source>%1 rows and %2 columns. Arrow keys move, Ctrl+C copies in full precision.</source>
        <translation>%1 Zeilen und %2 Spalten. Pfeiltasten bewegen, Strg+C kopiert in voller Genauigkeit.</translation>
    </message>
</context>
<context>
    <name>noiseloom::TargetSolver</name>
    <message>
        <source>solve for nothing</source>
        <translation>Auflösen beenden</translation>
    </message>
    <message>
        <source>solve for %1</source>
        <translation>Auflösen nach %1</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>%1 is not allowed: use %2.</source>
        <translation>%1 ist nicht erlaubt: Verwenden Sie %2.</translation>
    </message>
    <message>
        <source>No value gives a valid design.</source>
        <translation>Kein Wert ergibt einen gültigen Entwurf.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Even ε = %1 gives an error of %2.</source>
        <translation>Selbst ε = %1 ergibt einen Fehler von %2.</translation>
    </message>
    <message>
        <source>Even %1 bands give an error of %2.</source>
        <translation>Selbst %1 Bänder ergeben einen Fehler von %2.</translation>
    </message>
    <message>
        <source>Even %1 epochs give an error of %2.</source>
        <translation>Selbst %1 Epochen ergeben einen Fehler von %2.</translation>
    </message>
    <message>
        <source>Even %1 iterations give an error of %2.</source>
        <translation>Selbst %1 Iterationen ergeben einen Fehler von %2.</translation>
    </message>
    <message>
        <source>With any memory the error is %1.</source>
        <translation>Mit beliebig viel Speicher beträgt der Fehler %1.</translation>
    </message>
    <message>
        <source>Even ε = %1 is only %2 better than DP-SGD under the same batching.</source>
        <translation>Selbst ε = %1 ist nur %2 besser als DP-SGD mit derselben Batchbildung.</translation>
    </message>
    <message>
        <source>Even %1 bands are only %2 better than DP-SGD under the same batching.</source>
        <translation>Selbst %1 Bänder sind nur %2 besser als DP-SGD mit derselben Batchbildung.</translation>
    </message>
    <message>
        <source>Even %1 epochs are only %2 better than DP-SGD under the same batching.</source>
        <translation>Selbst %1 Epochen sind nur %2 besser als DP-SGD mit derselben Batchbildung.</translation>
    </message>
    <message>
        <source>Even %1 iterations are only %2 better than DP-SGD under the same batching.</source>
        <translation>Selbst %1 Iterationen sind nur %2 besser als DP-SGD mit derselben Batchbildung.</translation>
    </message>
    <message>
        <source>With any memory the design is only %1 better than DP-SGD under the same batching.</source>
        <translation>Mit beliebig viel Speicher ist der Entwurf nur %1 besser als DP-SGD mit derselben Batchbildung.</translation>
    </message>
    <message>
        <source>Even ε = %1 lets an attack have an advantage of %2.</source>
        <translation>Selbst ε = %1 lässt einem Angriff einen Vorteil von %2.</translation>
    </message>
    <message>
        <source>Even ε = %1 lets an attack have true positives of %2.</source>
        <translation>Selbst ε = %1 lässt einem Angriff richtig Positive von %2.</translation>
    </message>
    <message>
        <source>Even ε = %1 lets an attack guess rightly with probability %2.</source>
        <translation>Selbst ε = %1 lässt einen Angriff mit Wahrscheinlichkeit %2 richtig raten.</translation>
    </message>
</context>
<context>
    <name>noiseloom::TrainingControls</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>What learns to tell the classes apart: with one hidden layer, or none</source>
        <translation>Was die Klassen zu unterscheiden lernt: mit einer verborgenen Schicht oder ohne</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Of the mean noisy gradient; a schedule of the scenario multiplies it</source>
        <translation>Für den mittleren verrauschten Gradienten; ein Verlauf im Szenario multipliziert sie</translation>
    </message>
    <message>
        <source>Clip norm</source>
        <translation>Clipping-Norm</translation>
    </message>
    <message>
        <source>Of the scenario: no example’s gradient counts for more, and the noise grows with it</source>
        <translation>Die des Szenarios: Kein Gradient eines Beispiels zählt mehr, und das Rauschen wächst mit ihr</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>Of the scenario: it changes the workload, and the strategy follows</source>
        <translation>Das des Szenarios: Es ändert den Workload, und die Strategie folgt</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Use the scenario of the example</source>
        <translation>Szenario des Beispiels verwenden</translation>
    </message>
    <message>
        <source>Quadratic</source>
        <translation>Quadratisch</translation>
    </message>
    <message>
        <source>Own file</source>
        <translation>Eigene Datei</translation>
    </message>
    <message>
        <source>Of points, first weights, batches and noise; bands take the seeds from it on</source>
        <translation>Von Punkten, Anfangsgewichten, Batches und Rauschen; Bänder verwenden die Seeds ab diesem</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Seeds that curves are means over, and bands are made of</source>
        <translation>Seeds, über die Kurven gemittelt und aus denen Bänder gemacht werden</translation>
    </message>
    <message>
        <source>10 seeds</source>
        <translation>10 Seeds</translation>
    </message>
    <message>
        <source>30 seeds</source>
        <translation>30 Seeds</translation>
    </message>
    <message>
        <source>100 seeds</source>
        <translation>100 Seeds</translation>
    </message>
    <message>
        <source>Curvatures</source>
        <translation>Krümmungen</translation>
    </message>
    <message>
        <source>Of the loss, each along a direction of its own; 0.1:5 are five directions of 0.1. Empty: those of the scenario, with so many directions each as their weights say. The first gradient has length 0.5.</source>
        <translation>Des Verlusts, jede entlang einer eigenen Richtung; 0.1:5 sind fünf Richtungen mit 0.1. Leer: die des Szenarios, mit so vielen Richtungen, wie ihre Gewichte sagen. Der erste Gradient hat die Länge 0,5.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>CSV, .npy or IDX, also in gzip: up to 1 GiB, 100000 examples to train with and 65536 features. It is read, never copied or changed.</source>
        <translation>CSV, .npy oder IDX, auch in gzip: bis zu 1 GiB, 100000 Beispiele zum Trainieren und 65536 Merkmale. Sie wird gelesen, nie kopiert oder verändert.</translation>
    </message>
    <message>
        <source>last column</source>
        <translation>letzte Spalte</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>CSV: the column, from 1 on or by name. .npy and IDX: a file of labels; where none is chosen, the last column of .npy, and what lies beside IDX images</source>
        <translation>CSV: die Spalte, ab 1 gezählt oder beim Namen. .npy und IDX: eine Datei mit Labels; ist keine gewählt, die letzte Spalte von .npy und was neben IDX-Bildern liegt</translation>
    </message>
    <message>
        <source>A file of labels</source>
        <translation>Eine Datei mit Labels</translation>
    </message>
    <message>
        <source>Examples to train with</source>
        <translation>Beispiele zum Trainieren</translation>
    </message>
    <message>
        <source>Examples (*.csv *.txt *.npy *.gz *idx* *ubyte*);;All files (*)</source>
        <translation>Beispiele (*.csv *.txt *.npy *.gz *idx* *ubyte*);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Take N = %1 into the scenario</source>
        <translation>N = %1 ins Szenario übernehmen</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>those of the scenario</source>
        <translation>die des Szenarios</translation>
    </message>
    <message>
        <source>Handwritten digits</source>
        <translation>Handgeschriebene Ziffern</translation>
    </message>
    <message>
        <source>a learning rate is above 0 and at most %1</source>
        <translation>eine Lernrate liegt über 0 und ist höchstens %1</translation>
    </message>
    <message>
        <source>Columns and rows…</source>
        <translation>Spalten und Zeilen…</translation>
    </message>
    <message>
        <source>Of a CSV file: which columns are features, and what becomes of words and gaps</source>
        <translation>Einer CSV-Datei: welche Spalten Merkmale sind und was aus Wörtern und Lücken wird</translation>
    </message>
    <message>
        <source>“%1” is no number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 instead of %3</source>
        <translation>%1: %2 statt %3</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keines</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>mechanism</source>
        <translation>Mechanismus</translation>
    </message>
    <message>
        <source>The scenario is the example’s; its data and model come back as well.</source>
        <translation>Das Szenario ist das des Beispiels; auch dessen Daten und Modell kommen zurück.</translation>
    </message>
    <message>
        <source>Changes the scenario: %1. All else becomes the example’s, too; Undo takes the scenario back.</source>
        <translation>Ändert das Szenario: %1. Auch alles andere wird das des Beispiels; Rückgängig holt das Szenario zurück.</translation>
    </message>
    <message>
        <source>Train with your scenario</source>
        <translation>Ihr Szenario trainieren</translation>
    </message>
    <message>
        <source>Trains with the scenario of the window, N = %1 and ε = %2, instead of the example.</source>
        <translation>Trainiert mit dem Szenario des Fensters, N = %1 und ε = %2, statt mit dem Beispiel.</translation>
    </message>
    <message>
        <source>Points of two classes in the plane, N of them, drawn from the seed, or about points that you draw; a quadratic loss of chosen curvatures; 1797 digits of 8 × 8 pixels (by Alpaydin and Kaynak, CC BY 4.0); or a file of your own</source>
        <translation>Punkte zweier Klassen in der Ebene, N an der Zahl, aus dem Seed gezogen oder um Punkte, die Sie zeichnen; ein quadratischer Verlust mit gewählten Krümmungen; 1797 Ziffern mit 8 × 8 Pixeln (von Alpaydin und Kaynak, CC BY 4.0); oder eine eigene Datei</translation>
    </message>
    <message>
        <source>Drawn by hand</source>
        <translation>Selbst gezeichnet</translation>
    </message>
    <message>
        <source>Draw …</source>
        <translation>Zeichnen …</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Opens a window in which points of two kinds are drawn with the mouse</source>
        <translation>Öffnet ein Fenster, in dem Punkte zweier Arten mit der Maus gezeichnet werden</translation>
    </message>
</context>
<context>
    <name>noiseloom::TrainingPanel</name>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Curves of models that train with the noise of designs</source>
        <translation>Kurven von Modellen, die mit dem Rauschen von Entwürfen trainieren</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Zeigt</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>What each model sees in the plane</source>
        <translation>Was jedes Modell in der Ebene sieht</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Kurven</translation>
    </message>
    <message>
        <source>Accuracy or loss along the steps</source>
        <translation>Genauigkeit oder Verlust über den Schritten</translation>
    </message>
    <message>
        <source>Curves show</source>
        <translation>Kurven zeigen</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Share of test points classified correctly</source>
        <translation>Anteil der richtig unterschiedenen Testpunkte</translation>
    </message>
    <message>
        <source>Test loss</source>
        <translation>Testverlust</translation>
    </message>
    <message>
        <source>Mean loss of test points</source>
        <translation>Mittlerer Verlust der Testpunkte</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Mean loss of points that are trained with</source>
        <translation>Mittlerer Verlust der Trainingspunkte</translation>
    </message>
    <message>
        <source>Data, model and learning rate</source>
        <translation>Daten, Modell und Lernrate</translation>
    </message>
    <message>
        <source>Train, or pause</source>
        <translation>Trainieren oder anhalten</translation>
    </message>
    <message>
        <source>One step</source>
        <translation>Ein Schritt</translation>
    </message>
    <message>
        <source>From the first step again</source>
        <translation>Noch einmal vom ersten Schritt an</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Geschwindigkeit</translation>
    </message>
    <message>
        <source>Speed: all steps in 60, 20, 5 or 1 seconds, or slower where the machine cannot</source>
        <translation>Geschwindigkeit: alle Schritte in 60, 20, 5 oder 1 Sekunden, oder langsamer, wo der Rechner es nicht schafft</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>Am schnellsten</translation>
    </message>
    <message>
        <source>Data, model, learning rate, seed</source>
        <translation>Daten, Modell, Lernrate, Seed</translation>
    </message>
    <message>
        <source>Decision regions</source>
        <translation>Entscheidungsgebiete</translation>
    </message>
    <message>
        <source>Choose a file of your own: CSV, .npy or IDX.</source>
        <translation>Wählen Sie eine eigene Datei: CSV, .npy oder IDX.</translation>
    </message>
    <message>
        <source>The file is being read…</source>
        <translation>Die Datei wird gelesen…</translation>
    </message>
    <message>
        <source>Reading was stopped: choose the file again.</source>
        <translation>Das Lesen wurde angehalten: Wählen Sie die Datei erneut.</translation>
    </message>
    <message numerus="yes">
        <source>%n direction(s) in all, in proportion to the scenario’s weights, rounded</source>
        <translation>
            <numerusform>%n Richtung insgesamt, im Verhältnis der Gewichte des Szenarios, gerundet</numerusform>
            <numerusform>%n Richtungen insgesamt, im Verhältnis der Gewichte des Szenarios, gerundet</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for a case where the noise matters: %1</source>
        <translation>Ein Fall, in dem das Rauschen zählt, wird gesucht: %1</translation>
    </message>
    <message>
        <source>Training, an example</source>
        <translation>Training, ein Beispiel</translation>
    </message>
    <message>
        <source>Train with your scenario</source>
        <translation>Ihr Szenario trainieren</translation>
    </message>
    <message>
        <source>Trains with the scenario of the window instead of the example</source>
        <translation>Trainiert mit dem Szenario des Fensters statt mit dem Beispiel</translation>
    </message>
    <message>
        <source>Show a case where it matters</source>
        <translation>Einen Fall zeigen, in dem es zählt</translation>
    </message>
    <message>
        <source>Looks for the smallest change of ε, then of N, then of either with batches that are shuffled once, with which a difference is seen, by training %1 seeds of each. Undo takes the scenario back.</source>
        <translation>Sucht die kleinste Änderung von ε, dann von N, dann von einem der beiden mit einmal gemischten Batches, mit der ein Unterschied zu sehen ist, und trainiert dazu je %1 Seeds. Rückgängig holt das Szenario zurück.</translation>
    </message>
    <message>
        <source>Stop searching</source>
        <translation>Suche anhalten</translation>
    </message>
    <message>
        <source>Take N = %1 into the scenario</source>
        <translation>N = %1 ins Szenario übernehmen</translation>
    </message>
    <message>
        <source>Columns and rows…</source>
        <translation>Spalten und Zeilen…</translation>
    </message>
    <message>
        <source>Of a CSV file: which columns are features, and what becomes of words and gaps</source>
        <translation>Einer CSV-Datei: welche Spalten Merkmale sind und was aus Wörtern und Lücken wird</translation>
    </message>
    <message numerus="yes">
        <source>No case found, %n scenario(s) trained: use the scenario of the example</source>
        <translation>
            <numerusform>Kein Fall gefunden, %n Szenario trainiert: Verwenden Sie das Szenario des Beispiels</numerusform>
            <numerusform>Kein Fall gefunden, %n Szenarien trainiert: Verwenden Sie das Szenario des Beispiels</numerusform>
        </translation>
    </message>
    <message>
        <source>Show a case where the noise matters</source>
        <translation>Einen Fall zeigen, in dem das Rauschen zählt</translation>
    </message>
    <message>
        <source>Recalibrate those left out</source>
        <translation>Ausgelassene neu kalibrieren</translation>
    </message>
    <message>
        <source>Pinned designs of another n or N, with the same mechanism and bands for this scenario. Undo takes them back.</source>
        <translation>Angeheftete Entwürfe mit anderem n oder N, mit demselben Mechanismus und denselben Bändern für dieses Szenario. Rückgängig holt sie zurück.</translation>
    </message>
</context>
<context>
    <name>noiseloom::TrainingPicturesView</name>
    <message>
        <source>Decision regions</source>
        <translation>Entscheidungsgebiete</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 of %2 points that are trained with</source>
        <translation>%1 von %2 Trainingspunkten</translation>
    </message>
    <message>
        <source>all %1 points that are trained with</source>
        <translation>alle %1 Trainingspunkte</translation>
    </message>
    <message>
        <source>%1. Blue where the model sees the squares, red where the discs, pale where it is unsure; %2.</source>
        <translation>%1. Blau, wo das Modell die Quadrate sieht, rot, wo die Scheiben, blass, wo es unsicher ist; %2.</translation>
    </message>
</context>
<context>
    <name>noiseloom::WhatIfStrip</name>
    <message>
        <source>no change</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>on the mean gradient</source>
        <translation>am mittleren Gradienten</translation>
    </message>
    <message>
        <source>on the summed gradient</source>
        <translation>am summierten Gradienten</translation>
    </message>
    <message>
        <source>%1: about %2 % less error %3.</source>
        <translation>%1: etwa %2 % weniger Fehler %3.</translation>
    </message>
    <message>
        <source>%1: about %2 % more error %3.</source>
        <translation>%1: etwa %2 % mehr Fehler %3.</translation>
    </message>
    <message>
        <source>It is the best of the other ways to form batches.</source>
        <translation>Es ist die beste der anderen Arten, Batches zu bilden.</translation>
    </message>
    <message numerus="yes">
        <source>%n were not compared, as their accounting takes long here.</source>
        <translation>
            <numerusform>%n wurde nicht verglichen, weil die Abrechnung hier lange dauert.</numerusform>
            <numerusform>%n wurden nicht verglichen, weil ihre Abrechnung hier lange dauert.</numerusform>
        </translation>
    </message>
    <message>
        <source>An estimate. A click makes the change, and Undo takes it back.</source>
        <translation>Eine Schätzung. Ein Klick nimmt die Änderung vor, und Rückgängig nimmt sie zurück.</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre, wenn</translation>
    </message>
    <message>
        <source>What one change of the job would bring</source>
        <translation>Was eine Änderung des Jobs brächte</translation>
    </message>
    <message>
        <source>what if: %1</source>
        <translation>was wäre, wenn: %1</translation>
    </message>
    <message>
        <source>A strategy that is optimised for it may gain more.</source>
        <translation>Eine Strategie, die dafür optimiert ist, kann mehr bringen.</translation>
    </message>
    <message>
        <source>Bars stand here once the design is solved.</source>
        <translation>Hier stehen Balken, sobald der Entwurf gelöst ist.</translation>
    </message>
    <message>
        <source>No change is compared: each takes long to account for here.</source>
        <translation>Keine Änderung wird verglichen: Jede anzusetzen dauert hier lange.</translation>
    </message>
    <message>
        <source>Comparing changes …</source>
        <translation>Änderungen werden verglichen …</translation>
    </message>
</context>
<context>
    <name>noiseloom::Workspace</name>
    <message>
        <source>The file was not opened. %1</source>
        <translation>Die Datei wurde nicht geöffnet. %1</translation>
    </message>
    <message>
        <source>The session was not saved: %1</source>
        <translation>Die Sitzung wurde nicht gespeichert: %1</translation>
    </message>
    <message>
        <source>The workspace cannot be kept for recovery: %1</source>
        <translation>Der Arbeitsbereich kann nicht für eine Wiederherstellung aufbewahrt werden: %1</translation>
    </message>
    <message>
        <source>This is a new session.</source>
        <translation>Dies ist eine neue Sitzung.</translation>
    </message>
    <message>
        <source>Bring the last one back</source>
        <translation>Die letzte zurückholen</translation>
    </message>
    <message>
        <source>open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>The scenario of %1 is open.</source>
        <translation>Das Szenario von %1 ist geöffnet.</translation>
    </message>
    <message>
        <source>%1 is open.</source>
        <translation>%1 ist geöffnet.</translation>
    </message>
    <message>
        <source>Bring the last session back</source>
        <translation>Die letzte Sitzung zurückholen</translation>
    </message>
    <message>
        <source>The last workspace was put aside. %1</source>
        <translation>Der letzte Arbeitsbereich wurde zur Seite gelegt. %1</translation>
    </message>
    <message>
        <source>The last workspace could not be read: %1</source>
        <translation>Der letzte Arbeitsbereich konnte nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>Noiseloom ended unexpectedly. Everything is back as it was.</source>
        <translation>Noiseloom wurde unerwartet beendet. Alles ist wieder da, wie es war.</translation>
    </message>
    <message>
        <source>Your last workspace is open again.</source>
        <translation>Ihr letzter Arbeitsbereich ist wieder geöffnet.</translation>
    </message>
    <message>
        <source>Start fresh</source>
        <translation>Neu anfangen</translation>
    </message>
    <message>
        <source>Your own scenario is saved, not that of the lesson.</source>
        <translation>Gespeichert ist Ihr eigenes Szenario, nicht das der Lektion.</translation>
    </message>
    <message>
        <source>The strategy of %1 is open, and is being verified.</source>
        <translation>Die Strategie von %1 ist geöffnet und wird geprüft.</translation>
    </message>
    <message>
        <source>The strategy of %1 is open. Everything that it states was verified.</source>
        <translation>Die Strategie von %1 ist geöffnet. Alles, was sie angibt, wurde geprüft.</translation>
    </message>
    <message>
        <source>%1 states what does not follow from it. %2: stated: %3; recomputed: %4.</source>
        <translation>%1 gibt an, was nicht daraus folgt. %2: angegeben: %3; nachgerechnet: %4.</translation>
    </message>
    <message>
        <source>import %1</source>
        <translation>Import von %1</translation>
    </message>
    <message>
        <source>The strategy of %1 takes the place of a mechanism.</source>
        <translation>Die Strategie von %1 tritt an die Stelle eines Mechanismus.</translation>
    </message>
    <message>
        <source>%1 was not imported. %2</source>
        <translation>%1 wurde nicht importiert. %2</translation>
    </message>
    <message numerus="yes">
        <source>%n other file(s) were not opened: a window has one.</source>
        <translation>
            <numerusform>%n weitere Datei wurde nicht geöffnet: Ein Fenster hat eine.</numerusform>
            <numerusform>%n weitere Dateien wurden nicht geöffnet: Ein Fenster hat eine.</numerusform>
        </translation>
    </message>
    <message>
        <source>The link was not opened. %1</source>
        <translation>Der Link wurde nicht geöffnet. %1</translation>
    </message>
    <message>
        <source>open a link</source>
        <translation>Link öffnen</translation>
    </message>
    <message>
        <source>The scenario of the link is open.</source>
        <translation>Das Szenario des Links ist offen.</translation>
    </message>
</context>
</TS>
