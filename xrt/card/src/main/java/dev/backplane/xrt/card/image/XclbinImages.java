package dev.backplane.xrt.card.image;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.config.ImageTrust;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads XRT containers: kernels and arguments from EMBEDDED_METADATA, compute units from IP_LAYOUT,
 * memory from the group or physical topology, what reaches what from the connectivity, and netlists
 * or names of Java classes from the archive in BITSTREAM.
 */
public final class XclbinImages implements ImageReader {
  @Override
  public ImageReader.Candidate open(Image image, CardConfig config) {
    Xclbin file = coded(image, null, () -> Xclbin.read(image.content().toArray()));
    checkPlatform(image, file, config);
    ImageTrust.Remark signature = config.trust().look(image, file);
    return new ImageReader.Candidate() {
      @Override
      public UUID uuid() {
        return file.uuid();
      }

      @Override
      public ImageTrust.Remark signature() {
        return signature;
      }

      @Override
      public CardImage read() {
        return coded(image, file, () -> new XclbinContents(image, file, config).image());
      }
    };
  }

  private static void checkPlatform(Image image, Xclbin file, CardConfig config) {
    String platform = file.header().platform();
    if (!platform.equals(config.platform())) {
      throw refusal(
              image,
              ErrorCode.IMAGE_PLATFORM_MISMATCH,
              "it is for platform '%s' (header, offset 352), card %s is '%s'"
                  .formatted(platform, config.name(), config.platform()))
          .remedy("Build it for this platform, or configure the card's 'platform'")
          .build();
    }
  }

  private static <T> T coded(Image image, @Nullable Xclbin file, Supplier<T> work) {
    try {
      return work.get();
    } catch (XclbinException e) {
      throw refusal(image, code(e), String.valueOf(e.getMessage())).causedBy(e).build();
    } catch (RtlException e) {
      throw refusal(
              image,
              RtlErrorCodes.of(e.error()),
              e.getMessage() + (file == null ? "" : place(file, SectionKind.BITSTREAM)))
          .causedBy(e)
          .build();
    }
  }

  private static ErrorCode code(XclbinException e) {
    return switch (e.code()) {
      case TRUNCATED, BAD_SIZE -> ErrorCode.IMAGE_TRUNCATED;
      case IO,
          BAD_MAGIC,
          MISALIGNED,
          DUPLICATE_SECTION,
          BAD_SECTION,
          BAD_XML,
          BAD_VALUE,
          TOO_LARGE,
          MISSING_SECTION ->
          ErrorCode.IMAGE_INVALID;
    };
  }

  /** {@return the offset and size of a section in its file, as the end of a message} */
  static String place(Xclbin file, SectionKind kind) {
    for (int i = 0; i < file.sections().size(); i++) {
      if (file.sections().get(i).number() == kind.number()) {
        return "; section %s is at offset %d of the file, %d bytes"
            .formatted(kind, file.offset(i), file.sections().get(i).data().size());
      }
    }
    return "; there is no section %s among the headers at offset 456".formatted(kind);
  }

  static BackplaneException.Builder refusal(Image image, ErrorCode code, String problem) {
    return BackplaneException.because(code, problem).during("load").on("image " + image.name());
  }
}
