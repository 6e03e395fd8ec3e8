package dev.backplane.cli;

import dev.backplane.signature.TrustStore;
import dev.backplane.signature.Verdict;
import dev.backplane.xclbin.Finding;
import dev.backplane.xclbin.Xclbin;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Judges an image and its signature. */
@Command(
    name = "verify",
    header = "Check the tables of an image against each other, and who signed it.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit code 1 if the image is damaged, if it is signed but the signature is not good, or if a",
      "trust store is named that does not vouch for its signer."
    })
final class ImageVerifyCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(paramLabel = "FILE", description = "An xclbin file.")
  private @Nullable Path file;

  @Option(
      names = "--trust",
      paramLabel = "CERTIFICATES",
      description = "PEM or PKCS#12 file of those who are believed; the image has to be signed.")
  private @Nullable Path trust;

  @Option(
      names = "--password",
      paramLabel = "TEXT",
      arity = "0..1",
      interactive = true,
      echo = false,
      description = "What opens the PKCS#12 file; asked for if nothing follows.")
  private char @Nullable [] password;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  ImageVerifyCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    Path path = Objects.requireNonNull(file);
    TrustStore store = trust == null ? TrustStore.EMPTY : TrustStore.read(trust, password);
    Xclbin image = Xclbin.read(path);
    List<Finding> findings = image.findings();
    Verdict verdict = store.verify(image, Instant.now());
    boolean signed =
        switch (verdict) {
          case Verdict.Trusted trusted -> true;
          case Verdict.Unsigned none -> trust == null;
          case Verdict.Untrusted stranger -> trust == null;
          case Verdict.Broken broken -> false;
        };
    boolean sound = findings.stream().noneMatch(Finding::fatal);
    boolean good = sound && signed;
    if (json) {
      Map<String, Object> object = new LinkedHashMap<>();
      object.put("file", path.toString());
      object.put("good", good);
      object.put("sound", sound);
      object.put("trusted", verdict.trusted());
      object.put("signature", verdict.text());
      object.put("derived_uuid", image.hasDerivedIdentity());
      object.put("findings", findings.stream().map(ImageDescription::finding).toList());
      Json.print(common.console().out(), object);
    } else {
      print(image, findings, verdict);
    }
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private void print(Xclbin image, List<Finding> findings, Verdict verdict) {
    PrintWriter out = common.console().out();
    out.printf(
        "%s: %s sections, %s bytes%n",
        file, image.sections().size(), Figures.grouped(image.size()));
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
