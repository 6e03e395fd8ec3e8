package dev.backplane.rtl.image;

import dev.backplane.rtl.RtlError;
import dev.backplane.rtl.RtlException;
import dev.backplane.xclbin.Bytes;
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
 * An image of which only the archive is left, unpacked into a folder, as XRT's emulation shim hands
 * it to the device process. So that nothing is missing then, the archive has the container's other
 * sections in a file of its own.
 */
public final class UnpackedImage {
  /** The container without its BITSTREAM, as a file of the archive. */
  static final String CONTAINER = "container.xclbin";

  /** Where the files are that a manifest names. */
  private static final List<String> FOLDERS = List.of("kernel/", "netlist/", "sources/");

  private UnpackedImage() {}

  /**
   * Puts an image together again: same sections, same identity.
   *
   * @param folder where the archive was unpacked
   * @return the bytes of the image
   * @throws RtlException {@link RtlError#IMAGE_INVALID} if files are missing or damaged
   */
  public static byte[] read(Path folder) {
    try {
      Xclbin container = Xclbin.read(Files.readAllBytes(folder.resolve(CONTAINER)));
      SequencedMap<String, byte[]> files = new LinkedHashMap<>();
      List<String> names = names(folder);
      checkSize(folder, names);
      for (String name : names) {
        files.put(name, Files.readAllBytes(folder.resolve(name)));
      }
      return whole(container.header(), Archive.write(files), container.sections()).toBytes();
    } catch (NoSuchFileException e) {
      throw damaged(folder, "it has no " + folder.relativize(Path.of(e.getFile())), e);
    } catch (IOException e) {
      throw damaged(folder, String.valueOf(e.getMessage()), e);
    } catch (XclbinException e) {
      throw damaged(folder, CONTAINER + ": " + e.getMessage(), e);
    }
  }

  /** The same limit as for an archive in memory; who unpacked it here may have had no limit. */
  private static void checkSize(Path folder, List<String> names) throws IOException {
    long bytes = 0;
    for (String name : names) {
      bytes += Files.size(folder.resolve(name));
      if (bytes > Archive.mostKept()) {
        throw new IOException(
            "its files take more than %d MiB, which is a part of the memory that this program has"
                .formatted(Archive.mostKept() >> 20));
      }
    }
  }

  /** The files that the manifest may name; the shim puts others beside them. */
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
   * Makes an image that can be put together again from its archive. Its identity is derived from
   * all that it consists of but the copy of the container, which has to name it.
   */
  static Xclbin pack(
      XclbinBuilder header, List<Section> sections, SequencedMap<String, byte[]> files) {
    SequencedMap<String, byte[]> archive = new LinkedHashMap<>(files);
    Launcher.addTo(archive);
    header.add(SectionKind.BITSTREAM, Archive.write(archive));
    sections.forEach(header::add);
    XclbinHeader identity = header.build().header();
    archive.put(CONTAINER, container(identity, sections));
    return whole(identity, Archive.write(archive), sections);
  }

  private static byte[] container(XclbinHeader identity, List<Section> sections) {
    XclbinBuilder container = Xclbin.builder().header(identity);
    sections.forEach(container::add);
    return container.build().toBytes();
  }

  /**
   * Makes the copy of the sections in an image's archive what they are now, after one was changed.
   * An image that has no such copy, because another tool made it, stays as it is.
   *
   * @param image the image after the change
   * @param keepIdentity whether it keeps its uuid, rather than get one by what it consists of
   * @return the image to write
   */
  public static Xclbin renew(Xclbin image, boolean keepIdentity) {
    int place = place(image);
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

  private static int place(Xclbin image) {
    for (int i = 0; i < image.sections().size(); i++) {
      if (image.sections().get(i).number() == SectionKind.BITSTREAM.number()) {
        return i;
      }
    }
    return -1;
  }

  private static SequencedMap<String, byte[]> unpacked(Section bitstream) {
    try {
      return Archive.read(bitstream.data().stream(), bitstream.data().size(), _ -> true);
    } catch (RtlException notOurs) {
      return new LinkedHashMap<>();
    }
  }

  private static Section archive(Xclbin image, int place, SequencedMap<String, byte[]> files) {
    Section before = image.sections().get(place);
    return new Section(before.number(), before.name(), Bytes.of(Archive.write(files)));
  }

  private static Xclbin whole(XclbinHeader header, byte[] archive, List<Section> sections) {
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
