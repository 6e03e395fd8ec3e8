package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Mapping;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Rect;
import dev.backplane.api.spi.DriverDevice;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Transfers of buffers and of parts of them, held against arrays. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
final class PartsOfBuffersTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int SIZE = 4096;

  private FoundDevice found;
  private final Random random = new Random(3);
  private DriverDevice device;
  private Queue queue;

  /** A buffer, parts of it, and the array that is held against it. */
  @SuppressWarnings("ArrayRecordComponent") // several views share one array, and change it
  private record View(Buffer whole, Buffer buffer, int begin, byte[] model) {}

  @BeforeAll
  void open() {
    found = FoundDevice.open();
    device = found.device();
    queue = device.facet(Queues.class).orElseThrow().queue();
  }

  @AfterAll
  void close() {
    if (found != null) {
      queue.close();
      found.close();
    }
  }

  /** Two buffers, each whole and in two parts that overlap. */
  private List<View> views() {
    Memory memory = device.facet(Memory.class).orElseThrow();
    Buffer a = memory.allocate(SIZE, 0);
    Buffer b = memory.allocate(SIZE, 0);
    byte[] inA = new byte[SIZE];
    byte[] inB = new byte[SIZE];
    random.nextBytes(inA);
    random.nextBytes(inB);
    a.write(inA).sync();
    b.write(inB).sync();
    return List.of(
        new View(a, a, 0, inA),
        new View(a, a.slice(512, 2048), 512, inA),
        new View(a, a.slice(1024, 3072), 1024, inA),
        new View(b, b, 0, inB),
        new View(b, b.slice(1024, 1024), 1024, inB));
  }

  private static void closed(List<View> views) {
    views.reversed().forEach(view -> view.buffer.close());
  }

  private void holds(View view) {
    byte[] now = new byte[SIZE];
    queue.read(view.whole, 0, MemorySegment.ofArray(now)).await(LONG);
    assertThat(now).isEqualTo(view.model);
  }

  private View any(List<View> views) {
    return views.get(random.nextInt(views.size()));
  }

  private static int at(Rect box, int x, int y, int z) {
    return (int) ((box.z() + z) * box.slicePitch() + (box.y() + y) * box.rowPitch() + box.x() + x);
  }

  /** The bytes of a box, in order. */
  private static int[] bytes(View view, Rect box) {
    int[] all = new int[(int) box.bytes()];
    int i = 0;
    for (int z = 0; z < box.depth(); z++) {
      for (int y = 0; y < box.height(); y++) {
        for (int x = 0; x < box.width(); x++) {
          all[i++] = view.begin + at(box, x, y, z);
        }
      }
    }
    return all;
  }

  private Rect box(Rect size) {
    return size.at(random.nextInt(40), random.nextInt(6), random.nextInt(3));
  }

  @Test
  void boxesAreCopiedBetweenAllPartsOrRefused() {
    List<View> views = views();
    int copied = 0;
    for (int round = 0; round < 400; round++) {
      View from = any(views);
      View to = any(views);
      int width = 1 + random.nextInt(24);
      int height = 1 + random.nextInt(4);
      int row = width + random.nextInt(20);
      Rect size =
          new Rect(
              0,
              0,
              0,
              width,
              height,
              1 + random.nextInt(3),
              row,
              (long) row * (height + random.nextInt(3)));
      Rect source = box(size);
      Rect target = box(size);
      if (source.end() > from.buffer.size() || target.end() > to.buffer.size()) {
        assertThat(refused(from, source, to, target)).isEqualTo(ErrorCode.OUT_OF_RANGE);
        continue;
      }
      int[] read = bytes(from, source);
      int[] written = bytes(to, target);
      Set<Integer> both = new HashSet<>();
      Arrays.stream(read).forEach(both::add);
      if (from.model == to.model && Arrays.stream(written).anyMatch(both::contains)) {
        assertThat(refused(from, source, to, target)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      } else {
        try {
          queue.copyRect(from.buffer, source, to.buffer, target).await(LONG);
          for (int i = 0; i < read.length; i++) {
            to.model[written[i]] = from.model[read[i]];
          }
          copied++;
        } catch (BackplaneException e) {
          // Boxes of one memory may be taken for such that overlap.
          assertThat(from.model).isSameAs(to.model);
          assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
      }
      holds(to);
    }
    assertThat(copied).isGreaterThan(100);
    closed(views);
  }

  private ErrorCode refused(View from, Rect source, View to, Rect target) {
    BackplaneException error =
        catchThrowableOfType(
            BackplaneException.class,
            () -> queue.copyRect(from.buffer, source, to.buffer, target).await(LONG));
    assertThat(error).as("from %s %s to %s %s", from.begin, source, to.begin, target).isNotNull();
    return error.code();
  }

  @Test
  void everyTransferOfAPartIsOfThatPart() {
    List<View> views = views();
    for (View view : views) {
      byte[] three = {1, 2, 3};
      queue.write(view.buffer, 17, MemorySegment.ofArray(three)).await(LONG);
      System.arraycopy(three, 0, view.model, view.begin + 17, 3);
      queue.fill(view.buffer, 32, 16, MemorySegment.ofArray(new byte[] {7, 8})).await(LONG);
      for (int i = 0; i < 16; i++) {
        view.model[view.begin + 32 + i] = (byte) (7 + i % 2);
      }
      Rect box = Rect.of(5, 3, 2).at(3, 1, 1).in(9, 36);
      byte[] packed = new byte[30];
      random.nextBytes(packed);
      queue
          .writeRect(view.buffer, box, MemorySegment.ofArray(packed), Rect.of(5, 3, 2))
          .await(LONG);
      int[] places = bytes(view, box);
      for (int i = 0; i < places.length; i++) {
        view.model[places[i]] = packed[i];
      }
      byte[] back = new byte[30];
      queue.readRect(view.buffer, box, MemorySegment.ofArray(back), Rect.of(5, 3, 2)).await(LONG);
      assertThat(back).isEqualTo(packed);
      try (Mapping mapping = queue.map(view.buffer, 100, 4, Mapping.Access.READ, LONG)) {
        assertThat(mapping.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
            .isEqualTo(Arrays.copyOfRange(view.model, view.begin + 100, view.begin + 104));
      }
      queue.finish(LONG);
      holds(view);
    }
    closed(views);
  }

  @Test
  void boxesOfOneMemoryWithOtherPitchesAreRefused() {
    List<View> views = views();
    Rect box = Rect.of(4, 4).in(16, 0);
    for (int i : new int[] {0, 1, 2}) {
      assertThat(refused(views.get(0), box, views.get(i), box.at(0, 40, 0).in(32, 0)))
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
    queue.copyRect(views.get(1).buffer, box, views.get(4).buffer, box.in(32, 0)).await(LONG);
    closed(views);
  }
}
