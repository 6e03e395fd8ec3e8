package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The descriptors of this process are counted. */
final class DescriptorTableTest {
  private static final int SOME = 300;

  /** The descriptors that the virtual machine may open or close meanwhile. */
  private static final int OTHERS = 20;

  @Test
  void openDescriptorsAreNotAmongThoseLeft() throws Exception {
    long before = DescriptorTable.left();
    List<FileChannel> files = new ArrayList<>();
    try {
      for (int i = 0; i < SOME; i++) {
        files.add(FileChannel.open(Path.of("/dev/null")));
      }
      assertThat(DescriptorTable.open()).isBetween((long) SOME, DescriptorTable.limit());
      assertThat(before - DescriptorTable.left())
          .isBetween((long) SOME - OTHERS, (long) SOME + OTHERS);
    } finally {
      for (FileChannel each : files) {
        each.close();
      }
    }
    assertThat(before - DescriptorTable.left()).isLessThan(OTHERS);
  }
}
