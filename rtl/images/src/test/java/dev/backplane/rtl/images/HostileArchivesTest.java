package dev.backplane.rtl.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.xclbin.Bytes;
import dev.backplane.xclbin.Section;
import dev.backplane.xclbin.SectionKind;
import dev.backplane.xclbin.Xclbin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small file needs little memory, whatever sizes it claims: measured in bytes, not in time. */
class HostileArchivesTest {
  private static final int MIB = 1 << 20;

  private static final String NETLIST = "netlist/vadd.net";
  private static final byte[] MANIFEST =
      ("{\"format\": \"backplane-image\", \"version\": 1, \"kernels\":"
              + " [{\"kernel\": \"vadd\", \"netlist\": \""
              + NETLIST
              + "\"}]}")
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] SMALL = "backplane-netlist 1".getBytes(StandardCharsets.UTF_8);

  private static final Xclbin GOOD =
      ImageBuild.of(java.util.List.of())
          .java(Examples.description("vadd"), "com.example.V")
          .build(_ -> {})
          .xclbin();

  @TempDir Path folder;

  private interface Content {
    void writeTo(ZipOutputStream zip) throws IOException;
  }

  private static byte[] zip(Content content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      content.writeTo(zip);
    }
    return bytes.toByteArray();
  }

  private static void file(ZipOutputStream zip, String name, byte[] content) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(content);
    zip.closeEntry();
  }

  private static void zeros(ZipOutputStream zip, String name, int mebibytes) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zeros(zip, mebibytes);
    zip.closeEntry();
  }

  private static void zeros(OutputStream out, int mebibytes) throws IOException {
    byte[] some = new byte[MIB];
    for (int i = 0; i < mebibytes; i++) {
      out.write(some);
    }
  }

  private static byte[] image(byte[] bitstream) {
    return GOOD.toBuilder()
        .set(Section.of(SectionKind.BITSTREAM, Bytes.of(bitstream)))
        .build()
        .toBytes();
  }

  /** The bytes that a thread allocates during an operation. */
  private static long allocated(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static String refused(RtlError error, long mostBytes, Callable<?> reading) {
    RtlException[] failure = new RtlException[1];
    long bytes =
        allocated(
            () -> failure[0] = catchThrowableOfType(RtlException.class, () -> reading.call()));
    assertThat(failure[0]).isNotNull();
    assertThat(failure[0].error()).isEqualTo(error);
    assertThat(bytes).as("allocated for: %s", failure[0].getMessage()).isLessThan(mostBytes);
    return String.valueOf(failure[0].getMessage());
  }

  @Test
  void aZipBombThatIsNotReadTakesNoMemory() throws IOException {
    byte[] image =
        image(
            zip(
                zip -> {
                  file(zip, Manifest.FILE, MANIFEST);
                  zeros(zip, "sources/bomb.v", 200);
                  file(zip, NETLIST, SMALL);
                }));
    // The image itself, its parts, and buffers.
    assertThat(
            refused(
                RtlError.IMAGE_INVALID, 3L * image.length + 4 * MIB, () -> RtlImage.read(image)))
        .contains("it unpacks to more than");
  }

  @Test
  void aZipBombThatIsReadTakesNoMoreThanTheLimit() throws IOException {
    byte[] image =
        image(
            zip(
                zip -> {
                  file(zip, Manifest.FILE, MANIFEST);
                  zeros(zip, NETLIST, 200);
                }));
    long limit = 8 * MIB + 200L * image.length;
    refused(RtlError.IMAGE_INVALID, limit + 8 * MIB, () -> RtlImage.read(image));
  }

  @Test
  void sourcesOfAnImageAreNotKept() throws IOException {
    byte[] text = new byte[20 * MIB];
    Arrays.fill(text, (byte) ' ');
    byte[] image =
        image(
            zip(
                zip -> {
                  zip.setLevel(0);
                  file(zip, "sources/0-large.v", text);
                  file(zip, Manifest.FILE, MANIFEST);
                  file(zip, NETLIST, SMALL);
                }));
    long bytes = allocated(() -> assertThat(RtlImage.read(image).kernels()).hasSize(1));
    // The container keeps one copy of its bytes, not the files in it.
    assertThat(bytes).isLessThan(2L * image.length + 4 * MIB);
  }

  @Test
  void foldersCountAsEntries() throws IOException {
    byte[] image =
        image(
            zip(
                zip -> {
                  for (int i = 0; i < 20_000; i++) {
                    zip.putNextEntry(new ZipEntry("f" + i + "/"));
                    zip.closeEntry();
                  }
                  file(zip, Manifest.FILE, MANIFEST);
                }));
    assertThat(refused(RtlError.IMAGE_INVALID, 64 * MIB, () -> RtlImage.read(image)))
        .contains("it has more than 10000 entries");
  }

  @Test
  void wrongSizesAreDetectedAndNeedNoMemory() throws IOException {
    byte[] honest =
        zip(
            zip -> {
              file(zip, Manifest.FILE, MANIFEST);
              file(zip, NETLIST, SMALL);
            });
    ByteBuffer lying = ByteBuffer.wrap(honest.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < lying.limit() - 46; at++) {
      boolean local = lying.getInt(at) == 0x04034b50;
      boolean central = lying.getInt(at) == 0x02014b50;
      if (local || central) {
        // No data descriptor, and nearly 2 GiB.
        lying.putShort(at + (local ? 6 : 8), (short) 0);
        lying.putInt(at + (local ? 22 : 24), Integer.MAX_VALUE);
      }
    }
    byte[] image = image(lying.array());
    refused(RtlError.IMAGE_INVALID, 4 * MIB, () -> RtlImage.read(image));
  }

  @Test
  void overlappingEntriesOfTheDirectoryAreIgnored() throws IOException {
    byte[] honest = zip(zip -> zeros(zip, "sources/a.v", 1));
    int directory = 0;
    while (ByteBuffer.wrap(honest).order(ByteOrder.LITTLE_ENDIAN).getInt(directory) != 0x02014b50) {
      directory++;
    }
    byte[] entry = Arrays.copyOfRange(honest, directory, honest.length - 22);
    ByteArrayOutputStream overlapping = new ByteArrayOutputStream();
    overlapping.write(honest, 0, directory);
    for (int i = 0; i < 5000; i++) {
      overlapping.write(entry);
    }
    overlapping.write(honest, honest.length - 22, 22);
    byte[] image = image(overlapping.toByteArray());
    refused(RtlError.IMAGE_NOT_RUNNABLE, 4L * image.length + 4 * MIB, () -> RtlImage.read(image));
  }

  @Test
  void aPackagedKernelIsUnpackedToDiskUpToALimit() throws IOException {
    Path packed = folder.resolve("bomb.xo");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(packed))) {
      zeros(zip, "ip/a.v", 300);
    }
    assertThat(refused(RtlError.DESCRIPTION_INVALID, 8 * MIB, () -> XoFile.open(packed)))
        .contains("bomb.xo")
        .contains("it unpacks to more than 256 MiB");
  }

  @Test
  void entitiesThatGrowAreRefusedBeforeTheyDo() {
    StringBuilder laughs = new StringBuilder("<!DOCTYPE project [<!ENTITY e0 \"haha\">");
    for (int i = 1; i < 30; i++) {
      laughs.append("<!ENTITY e%d \"&e%d;&e%d;\">".formatted(i, i - 1, i - 1));
    }
    laughs.append("]><project name=\"&e29;\"/>");
    byte[] image =
        GOOD.toBuilder()
            .set(
                Section.of(
                    SectionKind.EMBEDDED_METADATA,
                    Bytes.of(laughs.toString().getBytes(StandardCharsets.UTF_8))))
            .build()
            .toBytes();
    refused(RtlError.IMAGE_INVALID, 4 * MIB, () -> RtlImage.read(image));
  }
}
