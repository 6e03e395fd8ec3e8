package dev.backplane.cli.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.Command;
import dev.backplane.cli.command.CommonOptions;
import dev.backplane.cli.command.ExitCode;
import dev.backplane.cli.command.Option;
import dev.backplane.cli.command.OutputFile;
import dev.backplane.cli.command.Parameter;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.signature.SigningKey;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Signs an image. */
final class ImageSignCommand extends Command {
  private final CommonOptions common;

  private final Parameter<Path> file = parameter(Path.class, "FILE").about("An xclbin file.");

  private final Option<Path> key =
      option(Path.class, "--key").label("PEM").about("The private key.");

  private final Option<Path> certificate =
      option(Path.class, "--certificate")
          .label("PEM")
          .about("The certificate of the key, then those up to the authority, if any.");

  private final Option<Path> pkcs12 =
      option(Path.class, "--pkcs12").label("FILE").about("Key and certificates in one.");

  private final Option<char[]> password =
      option(char[].class, "--password")
          .label("TEXT")
          .secret()
          .about("What opens the key; asked for if nothing follows.");

  private final Option<Path> output =
      option(Path.class, "-o", "--output")
          .label("FILE")
          .about("Write here; without it the image is replaced.");

  ImageSignCommand(CommonOptions common) {
    super("sign", "Sign an image, in place of the signature that it may have.");
    footer(
        "",
        "Name --key and --certificate in PEM, or --pkcs12. The signature is PKCS#7, SHA-512,"
            + " detached,",
        "in the last bytes of the file; nothing else of the image changes.");
    this.common = with(common);
  }

  @Override
  public Integer call() {
    Path source = file.get();
    SigningKey signer = signer();
    Xclbin signed = signer.sign(Xclbin.read(source));
    Path target = output.optional().orElse(source);
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
    char @Nullable [] secret = password.optional().orElse(null);
    if (pkcs12.isPresent() && !key.isPresent() && !certificate.isPresent()) {
      return SigningKey.ofPkcs12(pkcs12.get(), secret);
    }
    if (!pkcs12.isPresent() && key.isPresent() && certificate.isPresent()) {
      return SigningKey.ofPem(certificate.get(), key.get(), secret);
    }
    throw BackplaneException.because(
            ErrorCode.INVALID_ARGUMENT, "a key with its certificate is needed")
        .during("sign")
        .remedy("Name --key and --certificate, or --pkcs12 alone")
        .build();
  }
}
