package dev.backplane.capi.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.OpenMode;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.capi.clib.Request;
import dev.backplane.runtime.Backplane;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs in C that are linked with libcxl.so.1, on a card of another process. */
@Timeout(600)
final class LibcxlTest {
  private static final String CONFIGURATION =
      """
      {"plugins": [{"module": "capi", "name": "cards", "config": {"cards": [{}]}}]}
      """;

  @TempDir static Path folder;
  private static CompiledProgram program = new CompiledProgram(Path.of(""));

  private final List<String> log = new CopyOnWriteArrayList<>();
  private final List<Process> programs = new ArrayList<>();
  private Backplane backplane = opened();
  private CapiDoor door = door();

  @BeforeAll
  static void compile() throws Exception {
    program = CompiledProgram.of(folder, "client.c");
  }

  private static Backplane opened() {
    try {
      return Backplane.open(Files.writeString(folder.resolve("backplane.json"), CONFIGURATION));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private CapiDoor door() {
    return CapiDoor.open(
        folder.resolve("door"), () -> backplane.enumerate(List.of(Filter.any())), log::add);
  }

  @BeforeEach
  void nobodyHasAContext() {
    assertThat(contexts()).isZero();
  }

  @AfterEach
  void close() {
    programs.forEach(Process::destroyForcibly);
    door.close();
    backplane.close();
  }

  private int contexts() {
    try (Device card = backplane.token("cards/card0").open(OpenMode.SHARED)) {
      return card.facet(CoherentCard.class).accelerator(0).openContexts();
    }
  }

  private static Process withReasons(Path socket, String what) throws IOException {
    return program.start(socket, List.of(), Map.of("LIBCXL_DEBUG", "1"), what);
  }

  private Process start(String what) throws IOException {
    Process started = program.start(door, what);
    programs.add(started);
    return started;
  }

  private List<String> run(String what) throws Exception {
    return program.run(door, what);
  }

  @Test
  void cardsAndAcceleratorsAreFoundWithTheirAttributes() throws Exception {
    assertThat(run("list"))
        .containsExactly(
            "card0 caia 2.0", "  afu0.0 irqs_min 3 modes 2 pp_mmio_len 4096", "end: 0");
  }

  @Test
  void memoryIsCopiedAndEventsAreWaitedForWithPoll() throws Exception {
    assertThat(run("copy"))
        .containsExactly(
            "copy: 80 0",
            "before: 0 0",
            "poll: 1 1",
            "read: 0 AFU Interrupt 2",
            "after: 0 0",
            "unmapped: -1",
            "fault: 0 AFU Invalid memory reference: 0x40",
            "handle: 0 1");
    awaitNoContext();
  }

  @Test
  void numbersOfAProgramAreSwappedWhileItsThreadsChangeThemAndFaultsAreEvents() throws Exception {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "agents are for x86-64");
    assertThat(run("atomic"))
        .containsExactly(
            "atomic: 0 1 1",
            "read only: 20 1 100000000a000088",
            "unmapped: 20 1 1000000002000088",
            "children: -1 : ECHILD");
    awaitNoContext();
  }

  @Test
  void anEventIsThereWhenTheAnswerOfTheAcceleratorIsSeen() throws Exception {
    assertThat(run("order")).containsExactly("order: 0 late, 0 wrong");
    awaitNoContext();
  }

  @Test
  void aThreadThatWaitsIsWokenByTheAccelerator() throws Exception {
    assertThat(run("woken")).containsExactly("attach: 0 1", "another thread: -1 : EPERM", "woken");
    awaitNoContext();
  }

  @Test
  void failuresHaveTheErrorNumbersOfTheKernel() throws Exception {
    assertThat(run("wrong"))
        .containsExactly(
            "open NULL: EINVAL",
            "open /dev/null: ENODEV",
            "open afu7.0s: ENODEV",
            "open afu0.0d: ENODEV",
            "NULL handle: EINVAL",
            "read NULL: EINVAL",
            "attach what is not open: EINVAL",
            "map what is not open: ENODEV",
            "open another view: ENODEV",
            "map before attach: EIO",
            "attach with 3000 interrupts: EINVAL",
            "attach again: EIO",
            "map with wrong flags: ENODEV",
            "read misaligned: EINVAL",
            "read behind: EINVAL",
            "pointer: EINVAL",
            "too few interrupts: EINVAL",
            "mode while open: EINVAL",
            "reserved: EINVAL",
            "same: 1");
  }

  @Test
  void aFailureSaysWhyIfItIsAsked() throws Exception {
    assertThat(CompiledProgram.lines(withReasons(door.socket(), "wrong")))
        .contains(
            "libcxl: cxl_mmio_map: Input/output error: the context is not attached yet",
            "libcxl: cxl_read_event: Invalid argument")
        .anyMatch(line -> line.matches("libcxl: open: No such device: .*afu7.0s.*afu0.0s.*"))
        .anyMatch(line -> line.matches("libcxl: attach: Invalid argument: .*3000.*"))
        .anyMatch(line -> line.matches("libcxl: attach: Input/output error: .*started.*"))
        .anyMatch(line -> line.matches("libcxl: attach: .*reserved.*"));
    door.close();
    assertThat(CompiledProgram.lines(withReasons(door.socket(), "list")))
        .anyMatch(line -> line.contains("no server listens at " + door.socket()));
  }

  @Test
  void signalsWhoseHandlersRestartCallsDoNotEndAWaitForAnEvent() throws Exception {
    assertThat(run("signals")).containsExactly("without: -1 : EINTR", "with: 0 1");
  }

  @Test
  void handlesOfOneDescriptorShareItsContextWhicheverAttaches() throws Exception {
    assertThat(run("descriptors"))
        .containsExactly(
            "attach: 0 -1",
            "map: 0 1 1",
            "map: 0 1 1",
            "map: 0 1 1",
            "own: 1",
            "closed: -1",
            "last: 0 1");
    awaitNoContext();
  }

  @Test
  void everyInterruptIsDeliveredAsTheKernelKeepsThemABitForEachNumber() throws Exception {
    assertThat(run("interrupts"))
        .containsExactly("each: 500 of 500, more: 0", "together: 3: 1 2 3, more: 0");
  }

  @Test
  void aProgramWithoutSharedLibrariesDoesTheSame(@TempDir Path other) throws Exception {
    CompiledProgram whole = CompiledProgram.ofArchive(other, "client.c");
    assertThat(whole.run(door, "copy")).contains("copy: 80 0", "handle: 0 1");
    assertThat(whole.run(door, "atomic")).contains("atomic: 0 1 1");
    awaitNoContext();
  }

  @Test
  void registersAreLoadedAndStoredThroughAPointer() throws Exception {
    assumeTrue(System.getProperty("os.arch").equals("amd64"), "instructions of x86-64 are known");
    List<String> said = run("pointer");
    assertThat(said.stream().filter(line -> !line.startsWith("libcxl: the instruction at ")))
        .containsExactly(
            "pointer: 0 1",
            "loads: 1 1 1 1",
            "stores: 80 0",
            "threads: 9000",
            "byte: 1",
            "misaligned: 1",
            "own fault: 1",
            "child: 1",
            "unmapped: 1",
            "again: 1",
            "freed: 1");
    awaitNoContext();
  }

  @Test
  void aContextTakesOneDescriptorOfItsProgram() throws Exception {
    assertThat(run("count")).containsExactly("descriptors: 1");
  }

  @Test
  void programsRunUnderValgrindAtomicOperationsIncluded() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/valgrind")), "Valgrind is not installed");
    List<String> valgrind =
        List.of(
            "valgrind", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=definite");
    List<String> copied =
        CompiledProgram.lines(program.start(door.socket(), valgrind, Map.of(), "copy"));
    assertThat(copied)
        .contains("copy: 80 0", "handle: 0 1")
        .anyMatch(line -> line.contains("ERROR SUMMARY: 0 errors"));
    List<String> swapped =
        CompiledProgram.lines(
            program.start(door.socket(), List.of("valgrind"), Map.of(), "atomic"));
    assertThat(swapped)
        .contains(
            "atomic: 0 1 1", "read only: 20 1 100000000a000088", "unmapped: 20 1 1000000002000088");
  }

  @Test
  void aPathMayLeadToANodeThroughLinks() throws Exception {
    Files.createSymbolicLink(folder.resolve("slave"), Path.of("/dev/cxl/afu0.0s"));
    Files.createSymbolicLink(folder.resolve("link"), Path.of("slave"));
    Files.createSymbolicLink(folder.resolve("round"), Path.of("round"));
    assertThat(program.run(door, "node", folder.resolve("link").toString()))
        .containsExactly("afu0.0s");
    assertThat(program.run(door, "node", folder.resolve("round").toString()))
        .containsExactly("node: ENODEV");
  }

  @Test
  void aChildHasNoContextOfItsParent() throws Exception {
    assertThat(run("child"))
        .containsExactly("child: -1 : EIO", "its registers: -1 : EIO", "parent: 1");
  }

  @Test
  void threadsReadRegistersAtOnceAndSignalsDoNotDisturbThem() throws Exception {
    assertThat(run("threads")).containsExactly("threads: 4");
    awaitNoContext();
  }

  @Test
  void registersOfACardThatIsGoneAreAnError() throws Exception {
    Process reader = start("reader");
    BufferedReader said = reader.inputReader();
    assertThat(said.readLine()).isEqualTo("register: 1");
    // It is read over a page, which has a thread here.
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .contains("capi-registers");
    try (Device card = backplane.token("cards/card0").open(OpenMode.SHARED)) {
      card.facet(CoherentCard.class).remove();
      reader.outputWriter().close();
      assertThat(said.readLine()).isEqualTo("register: -1 : EIO");
      card.facet(CoherentCard.class).rescan();
    }
  }

  @Test
  void registersAreAskedForWhereThereIsNoPage() throws Exception {
    try (PassingServer passing =
        PassingServer.withoutPages(folder.resolve("other"), door.socket())) {
      assertThat(program.run(passing.socket(), "copy")).contains("handle: 0 1");
      assertThat(passing.operations()).contains(Request.READ_REGISTER, Request.MAP);
    }
  }

  @Test
  void aServerOfBeforeIsRefusedAndTheReasonSaysWhatToDo() throws Exception {
    try (PassingServer older = PassingServer.ofBefore(folder.resolve("older"), door.socket())) {
      assertThat(program.run(older.socket(), "list")).containsExactly("end: EPROTO");
      assertThat(CompiledProgram.lines(withReasons(older.socket(), "list")))
          .anyMatch(line -> line.contains("use libcxl.so.1 of the same release"));
    }
  }

  @Test
  void aProgramOfBeforeIsServedOnItsSocket() throws Exception {
    int pid = (int) ProcessHandle.current().pid();
    ByteBuffer open = ask(5, 0, 0).putInt(4, 7);
    open.put(8, "afu0.0s".getBytes(java.nio.charset.StandardCharsets.US_ASCII)).limit(15);
    ByteBuffer attach = buffer(72).putInt(6).putInt(64).position(72).flip();
    assertThat(answers(ask(1, 1, pid), open, ask(9, 8, 0, 8), attach, ask(9, 8, 0, 8)))
        .containsExactly(0, 0, 5, 0, 0);
    awaitNoContext();
  }

  @Test
  void contextsOfProgramsThatAreKilledAreFree() throws Exception {
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(start("hold"));
    }
    for (Process each : all) {
      assertThat(each.inputReader().readLine()).isEqualTo("holding");
    }
    assertThat(contexts()).isEqualTo(8);
    all.forEach(Process::destroyForcibly);
    awaitNoContext();
    assertThat(run("copy")).contains("copy: 80 0");
  }

  private void awaitNoContext() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
    while (contexts() > 0 && System.nanoTime() < end) {
      Thread.sleep(5);
    }
    assertThat(contexts()).isZero();
  }

  @Test
  void aReaderIsToldThatTheCardOrTheServerIsGone() throws Exception {
    Process reader = start("blocked");
    BufferedReader said = reader.inputReader();
    assertThat(said.readLine()).isEqualTo("holding");
    try (Device card = backplane.token("cards/card0").open(OpenMode.SHARED)) {
      card.facet(CoherentCard.class).remove();
      assertThat(said.readLine()).isEqualTo("read: -1 ffff : EIO");
      card.facet(CoherentCard.class).rescan();
    }
    Process other = start("blocked");
    BufferedReader its = other.inputReader();
    assertThat(its.readLine()).isEqualTo("holding");
    door.close();
    assertThat(its.readLine())
        .startsWith("libcxl: the server of the cards (process ")
        .contains(door.socket().toString(), "EIO", "backplane serve --capi");
    assertThat(its.readLine()).isEqualTo("read: -1 ffff : EIO");
    assertThat(run("list")).containsExactly("end: ENODEV");
  }

  @Test
  void aSecondDoorAtOneSocketIsRefusedAndWhatIsLeftOfOneThatDiedIsNot() throws Exception {
    assertThatThrownBy(this::door)
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BUSY));
    door.close();
    Files.createFile(door.socket());
    door = door();
    assertThat(run("list")).hasSize(3);
  }

  @Test
  void aClientThatDoesNotKeepToTheRulesIsAnsweredOrCutOff() throws Exception {
    int pid = (int) ProcessHandle.current().pid();
    assertThat(answers(ask(2))).containsExactly(71);
    assertThat(answers(ask(1, 4, pid))).containsExactly(71);
    assertThat(answers(ask(17, 1, 2))).containsExactly(71);
    assertThat(answers(ask(1, 3, pid), ask(17, 1))).containsExactly(0, 71);
    assertThat(answers(ask(1, 1, 1 << 30))).containsExactly(22);
    assertThat(answers(ask(1, 1, pid), ask(99))).containsExactly(0, 71);
    assertThat(answers(ask(1, 1, pid), ask(6, 1), ask(9), ask(9, 0, 0, 3), ask(7), ask(8, 1, 2)))
        .containsExactly(0, 22, 5, 5, 5, 22);
    assertThat(
            answers(
                ask(1, 1, pid),
                ask(13),
                ask(13, 0, 0, 5000),
                ask(13, 0, -1, 1),
                ask(13, 0, 0, 1),
                ask(14)))
        .containsExactly(0, 71, 22, 22, 19, 19);
    ByteBuffer endless = buffer(8).putInt(3).putInt(Integer.MAX_VALUE).flip();
    assertThat(answers(ask(1, 1, pid), endless)).containsExactly(0);
    assertThat(run("list")).hasSize(3);
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  private static ByteBuffer ask(int operation, int... words) {
    ByteBuffer request = buffer(8 + 4 * words.length).putInt(operation).putInt(4 * words.length);
    Arrays.stream(words).forEach(request::putInt);
    return request.flip();
  }

  /** The error numbers of the answers, until the door says no more. */
  private List<Integer> answers(ByteBuffer... requests) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(door.socket()))) {
      for (ByteBuffer request : requests) {
        channel.write(request);
        ByteBuffer answer = read(channel, 8);
        if (answer == null) {
          break;
        }
        numbers.add(answer.getInt(0));
        read(channel, answer.getInt(4));
      }
    }
    return numbers;
  }

  private static @org.jspecify.annotations.Nullable ByteBuffer read(
      SocketChannel channel, int bytes) throws IOException {
    ByteBuffer in = buffer(bytes);
    while (in.hasRemaining()) {
      if (channel.read(in) < 0) {
        return null;
      }
    }
    return in;
  }
}
