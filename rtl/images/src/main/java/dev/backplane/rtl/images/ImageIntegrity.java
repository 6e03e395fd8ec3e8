package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.base.tool.TemporaryFolder;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Checks what the tables of an image do not say: whether its archive is whole, and whether the copy
 * of the other sections in it is a copy of these. A flipped byte shows in one of the two. The bytes
 * of a bitstream for real hardware cannot be judged, and have no copy.
 */
public final class ImageIntegrity {
  private ImageIntegrity() {}

  /**
   * Checks an image as far as a software card would read it.
   *
   * @param image the image
   * @throws RtlException {@link RtlError#IMAGE_INVALID} naming the first damage
   */
  public static void check(Xclbin image) {
    Bytes bitstream = image.bitstream().orElse(Bytes.EMPTY);
    if (bitstream.size() < 4
        || bitstream.buffer().get(0) != 'P'
        || bitstream.buffer().get(1) != 'K') {
      return;
    }
    SequencedMap<String, byte[]> files =
        ZipArchive.read(
            bitstream.stream(),
            bitstream.size(),
            name -> name.equals(UnpackedImage.CONTAINER) || name.equals(Manifest.FILE));
    checkDirectory(bitstream);
    byte[] copy = files.get(UnpackedImage.CONTAINER);
    if (copy != null) {
      checkCopy(image, copy);
    }
    if (files.containsKey(Manifest.FILE)) {
      RtlImage.of(image);
    }
  }

  /** Tools that unpack an archive for XRT's emulation read the directory at its end. */
  private static void checkDirectory(Bytes archive) {
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      Path file = Files.write(folder.path().resolve("archive.zip"), archive.toArray());
      try (ZipFile zip = new ZipFile(file.toFile())) {
        for (var entries = zip.entries(); entries.hasMoreElements(); ) {
          entries.nextElement();
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw damaged("the directory of its archive is damaged: " + e.getMessage(), e);
    }
  }

  private static void checkCopy(Xclbin image, byte[] copy) {
    Xclbin container;
    try {
      container = Xclbin.read(copy);
    } catch (XclbinException e) {
      throw damaged("the copy of its sections in the archive is none: " + e.getMessage(), e);
    }
    if (!container.uuid().equals(image.uuid())) {
      throw damaged(
          "its uuid is %s, and %s in the copy in its archive"
              .formatted(image.uuid(), container.uuid()),
          null);
    }
    if (!container.header().platform().equals(image.header().platform())) {
      throw damaged(
          "its platform is '%s', and '%s' in the copy in its archive"
              .formatted(image.header().platform(), container.header().platform()),
          null);
    }
    List<Section> others = new ArrayList<>(image.sections());
    others.removeIf(section -> section.number() == SectionKind.BITSTREAM.number());
    List<Section> copies = container.sections();
    for (int i = 0; i < Math.max(others.size(), copies.size()); i++) {
      if (i >= others.size() || i >= copies.size() || !others.get(i).equals(copies.get(i))) {
        Section first = i < others.size() ? others.get(i) : copies.get(i);
        throw damaged(
            "section "
                + first.label()
                + " is not the one that the image was built with: the copy in its archive differs",
            null);
      }
    }
  }

  private static RtlException damaged(String problem, @Nullable Exception cause) {
    String message = "the image is damaged: " + problem + ". Build or fetch it again";
    return cause == null
        ? new RtlException(RtlError.IMAGE_INVALID, message)
        : new RtlException(RtlError.IMAGE_INVALID, message, cause);
  }
}
