package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.RegularFile;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import dev.backplane.xclbin.XclbinBuilder;
import dev.backplane.xclbin.XclbinException;
import dev.backplane.xclbin.XclbinHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * Restores an image from its unpacked archive, which is all that XRT's emulation shim passes to the
 * device process. For that, the archive has a copy of the container's other sections in a separate
 * file.
 */
public final class UnpackedImage {
  /** The file of the archive with the container without its BITSTREAM. */
  static final String CONTAINER = "container.xclbin";

  /** The folders of the files that a manifest names. */
  private static final List<String> FOLDERS = List.of("kernel/", "netlist/", "sources/");

  private UnpackedImage() {}

  /**
   * Restores an image, with the same sections and identity.
   *
   * @param folder the folder with the unpacked archive
   * @return the bytes of the image
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if files are missing or damaged
   */
  public static byte[] read(Path folder) {
    try {
      Xclbin container = Xclbin.read(RegularFile.read(folder.resolve(CONTAINER), Xclbin.MAX_SIZE));
      SequencedMap<String, byte[]> files = new LinkedHashMap<>();
      List<String> names = names(folder);
      checkSize(folder, names);
      for (String name : names) {
        files.put(name, RegularFile.read(folder.resolve(name), ZipArchive.maxKeptBytes()));
      }
      return assemble(container.header(), ZipArchive.write(files), container.sections()).toBytes();
    } catch (NoSuchFileException e) {
      throw damaged(folder, "it has no " + folder.relativize(Path.of(e.getFile())), e);
    } catch (IOException e) {
      throw damaged(folder, String.valueOf(e.getMessage()), e);
    } catch (XclbinException e) {
      throw damaged(folder, CONTAINER + ": " + e.getMessage(), e);
    }
  }

  /** Applies the limit of archives in memory; the tool that unpacked it may have had no limit. */
  private static void checkSize(Path folder, List<String> names) throws IOException {
    long bytes = 0;
    for (String name : names) {
      bytes += Files.size(folder.resolve(name));
      if (bytes > ZipArchive.maxKeptBytes()) {
        throw new IOException(
            "its files take more than %d MiB, which is a part of the memory that this program has"
                .formatted(ZipArchive.maxKeptBytes() >> 20));
      }
    }
  }

  /** The files that the manifest may name; the shim adds other files. */
  private static List<String> names(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    names.add(Manifest.FILE);
    try (Stream<Path> found = Files.walk(folder)) {
      found
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(name -> FOLDERS.stream().anyMatch(name::startsWith))
          .sorted()
          .forEach(names::add);
    }
    return names;
  }

  /**
   * Creates an image that can be restored from its archive. Its identity is derived from its whole
   * content except the copy of the container, which contains the identity.
   */
  static Xclbin pack(
      XclbinBuilder header, List<Section> sections, SequencedMap<String, byte[]> files) {
    SequencedMap<String, byte[]> archive = new LinkedHashMap<>(files);
    LauncherScript.addTo(archive);
    header.add(SectionKind.BITSTREAM, ZipArchive.write(archive));
    sections.forEach(header::add);
    XclbinHeader identity = header.build().header();
    archive.put(CONTAINER, container(identity, sections));
    return assemble(identity, ZipArchive.write(archive), sections);
  }

  private static byte[] container(XclbinHeader identity, List<Section> sections) {
    XclbinBuilder container = Xclbin.builder().header(identity);
    sections.forEach(container::add);
    return container.build().toBytes();
  }

  /**
   * Updates the copy of the sections in an image's archive after a section was changed. An image
   * without such a copy, from another tool, stays unchanged.
   *
   * @param image the image after the change
   * @param keepIdentity whether it keeps its uuid instead of getting one derived from its content
   * @return the image to write
   */
  public static Xclbin updateContainerCopy(Xclbin image, boolean keepIdentity) {
    int place = bitstreamIndex(image);
    SequencedMap<String, byte[]> files =
        place < 0 ? new LinkedHashMap<>() : unpacked(image.sections().get(place));
    if (!files.containsKey(CONTAINER)) {
      XclbinBuilder same = image.toBuilder();
      return (keepIdentity ? same : same.deriveIdentity()).refreshMirror().build();
    }
    files.remove(CONTAINER);
    XclbinBuilder bare = image.toBuilder().replace(place, archive(image, place, files));
    XclbinHeader identity = (keepIdentity ? bare : bare.deriveIdentity()).build().header();
    List<Section> others = new ArrayList<>(image.sections());
    others.remove(place);
    files.put(CONTAINER, container(identity, others));
    return image.toBuilder()
        .header(identity)
        .replace(place, archive(image, place, files))
        .refreshMirror()
        .build();
  }

  private static int bitstreamIndex(Xclbin image) {
    for (int i = 0; i < image.sections().size(); i++) {
      if (image.sections().get(i).number() == SectionKind.BITSTREAM.number()) {
        return i;
      }
    }
    return -1;
  }

  private static SequencedMap<String, byte[]> unpacked(Section bitstream) {
    try {
      return ZipArchive.read(bitstream.data().stream(), bitstream.data().size(), _ -> true);
    } catch (RtlException notOurs) {
      return new LinkedHashMap<>();
    }
  }

  private static Section archive(Xclbin image, int place, SequencedMap<String, byte[]> files) {
    Section before = image.sections().get(place);
    return new Section(before.number(), before.name(), Bytes.of(ZipArchive.write(files)));
  }

  private static Xclbin assemble(XclbinHeader header, byte[] archive, List<Section> sections) {
    XclbinBuilder whole = Xclbin.builder().header(header).add(SectionKind.BITSTREAM, archive);
    sections.forEach(whole::add);
    return whole.build();
  }

  private static RtlException damaged(Path folder, String problem, Exception cause) {
    return new RtlException(
        RtlError.IMAGE_INVALID,
        "'%s' is no unpacked image: %s. Build the image again".formatted(folder, problem),
        cause);
  }
}
