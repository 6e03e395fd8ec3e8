package dev.backplane.cli.image;

import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.Parameter;
import dev.backplane.cli.image.ImageDescription.FindingRow;
import dev.backplane.cli.report.Figures;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.images.ImageIntegrity;
import dev.backplane.xclbin.Finding;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.signature.TrustStore;
import dev.backplane.xclbin.trust.Verdict;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Judges an image and its signature. */
final class ImageVerifyCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file = parameter(Path.class, "FILE").about("An xclbin file.");

  private final Option<Path> trust =
      option(Path.class, "--trust")
          .label("CERTIFICATES")
          .about("PEM or PKCS#12 file of those who are believed; the image has to be signed.");

  private final Option<char[]> password =
      option(char[].class, "--password")
          .label("TEXT")
          .secret()
          .about("What opens the PKCS#12 file; asked for if nothing follows.");

  private final Option<Boolean> json = flag("--json").about("Print one JSON object.");

  ImageVerifyCommand(CommonOptions common) {
    super(
        "verify",
        "Check the tables of an image against each other, its content, and who signed it.");
    exitCode(
        ExitCode.FAILED,
        "The image is damaged, its signature is not good, or the trust store that is named does not"
            + " vouch for its signer.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Path path = file.get();
    TrustStore store =
        trust
            .optional()
            .map(named -> TrustStore.read(named, password.optional().orElse(null)))
            .orElse(TrustStore.EMPTY);
    Xclbin image = Xclbin.read(path);
    List<Finding> findings = findings(image);
    Verdict verdict = store.verify(image, Instant.now());
    boolean signed =
        switch (verdict) {
          case Verdict.Trusted trusted -> true;
          case Verdict.Unsigned none -> !trust.isPresent();
          case Verdict.Untrusted stranger -> !trust.isPresent();
          case Verdict.Broken broken -> false;
        };
    boolean sound = findings.stream().noneMatch(Finding::fatal);
    boolean good = sound && signed;
    if (json.get()) {
      Json.print(
          common.console().out(),
          new Verified(
              path.toString(),
              good,
              sound,
              verdict.trusted(),
              verdict.text(),
              image.hasDerivedIdentity(),
              FindingRow.all(findings)));
    } else {
      print(image, findings, verdict);
    }
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private record Verified(
      String file,
      boolean good,
      boolean sound,
      boolean trusted,
      String signature,
      boolean derivedUuid,
      List<FindingRow> findings)
      implements Report {}

  /** The tables, and then what a device would find when it is loaded. */
  private static List<Finding> findings(Xclbin image) {
    List<Finding> findings = new ArrayList<>(image.findings());
    if (findings.stream().noneMatch(Finding::fatal)) {
      try {
        ImageIntegrity.check(image);
      } catch (RtlException e) {
        findings.add(
            new Finding(true, SectionKind.BITSTREAM.name(), 0, String.valueOf(e.getMessage())));
      }
    }
    return findings;
  }

  private void print(Xclbin image, List<Finding> findings, Verdict verdict) {
    PrintWriter out = common.console().out();
    out.printf(
        "%s: %s sections, %s bytes%n",
        file.get(), image.sections().size(), Figures.grouped(image.size()));
    out.println(
        image.hasDerivedIdentity()
            ? "uuid " + image.uuid() + " is the one of this content"
            : "uuid " + image.uuid() + " was given by whoever made it");
    for (Finding finding : findings) {
      out.printf(
          "%s: %s, offset %d: %s%n",
          finding.fatal() ? "wrong" : "note", finding.section(), finding.offset(), finding.text());
    }
    out.println("signature: " + verdict.text());
    if (findings.stream().noneMatch(Finding::fatal)) {
      out.println("The tables of the image are sound.");
    }
  }
}
