package dev.backplane.cli;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.signature.SigningKey;
import dev.backplane.xclbin.Xclbin;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Signs an image. */
@Command(
    name = "sign",
    header = "Sign an image, in place of the signature that it may have.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Name --key and --certificate in PEM, or --pkcs12. The signature is PKCS#7, SHA-512,"
          + " detached,",
      "in the last bytes of the file; nothing else of the image changes."
    })
final class ImageSignCommand implements Callable<Integer> {
  @Mixin private final CommonOptions common;

  @Parameters(paramLabel = "FILE", description = "An xclbin file.")
  private @Nullable Path file;

  @Option(names = "--key", paramLabel = "PEM", description = "The private key.")
  private @Nullable Path key;

  @Option(
      names = "--certificate",
      paramLabel = "PEM",
      description = "The certificate of the key, then those up to the authority, if any.")
  private @Nullable Path certificate;

  @Option(names = "--pkcs12", paramLabel = "FILE", description = "Key and certificates in one.")
  private @Nullable Path pkcs12;

  @Option(
      names = "--password",
      paramLabel = "TEXT",
      arity = "0..1",
      interactive = true,
      echo = false,
      description = "What opens the key; asked for if nothing follows.")
  private char @Nullable [] password;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write here; without it the image is replaced.")
  private @Nullable Path output;

  ImageSignCommand(CommonOptions common) {
    this.common = common;
  }

  @Override
  public Integer call() {
    Path source = Objects.requireNonNull(file);
    SigningKey signer = signer();
    Xclbin signed = signer.sign(Xclbin.read(source));
    Path target = output == null ? source : output;
    try (OutputFile written = OutputFile.at(target)) {
      written.write(MemorySegment.ofArray(signed.toBytes()));
    }
    common
        .console()
        .out()
        .printf(
            "%s: signed by %s, %d bytes of signature%n",
            target, signer.subject(), signed.signature().size());
    return ExitCode.OK;
  }

  private SigningKey signer() {
    if (pkcs12 != null && key == null && certificate == null) {
      return SigningKey.ofPkcs12(pkcs12, password);
    }
    if (pkcs12 == null && key != null && certificate != null) {
      return SigningKey.ofPem(certificate, key, password);
    }
    throw BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "a key with its certificate is needed")
        .during("sign")
        .remedy("Name --key and --certificate, or --pkcs12 alone")
        .build();
  }
}
