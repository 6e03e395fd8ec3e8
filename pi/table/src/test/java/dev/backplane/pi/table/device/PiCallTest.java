package dev.backplane.pi.table.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.Call;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Memory;
import dev.backplane.api.Queue;
import dev.backplane.api.Queues;
import dev.backplane.api.Run;
import dev.backplane.api.RunState;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.pi.table.PiResult;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call refuses because it would compute something else than was asked for. */
final class PiCallTest {
  private static final String TASK =
      """
      /* No get_global_id here. */
      kernel void one(global int *data, int n) { for (int i = 0; i < n; i++) data[i] = i; }
      """;

  private static final String RANGED =
      "kernel void one(global int *data, int n) { data[get_global_id(0)] = n; }";

  private static final Duration LONG = Duration.ofSeconds(20);

  private final FakePi plugin = new FakePi();
  private PiDevice device;
  private Queue queue;
  private Buffer buffer;

  @BeforeEach
  void open() {
    device =
        PiDevice.open(
            plugin.table(),
            FakePi.PLATFORM,
            FakePi.DEVICE,
            new PiDevice.Choice(
                "fake", BinaryTargets.of(DeviceType.CPU), CrashGuard.NONE, () -> {}));
    queue = device.facet(Queues.class).orElseThrow().queue();
    buffer = device.facet(Memory.class).orElseThrow().allocate(64, 0);
  }

  @AfterEach
  void nothingIsLeftBehind() {
    queue.close();
    buffer.close();
    device.close();
    assertThat(plugin.left()).isEmpty();
  }

  private Kernel kernel(DeviceBinary binary) {
    Image image = new BinaryContainer("one", List.of(binary)).toImage();
    return device.facet(Images.class).orElseThrow().load(image).kernel("one");
  }

  private Call call(DeviceBinary binary) {
    return kernel(binary).call().set(0, buffer);
  }

  private Call ranged() {
    return call(DeviceBinary.ofSource(RANGED)).set(1, 5);
  }

  private BackplaneException refused(Call call) {
    return refuses(ErrorCode.WRONG_WORK_SIZE, () -> queue.enqueue(call));
  }

  private static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }

  @Test
  void aGroupOfOtherDimensionsThanTheRangeIsRefusedWithBoth() {
    try (Call call = ranged()) {
      call.range(64).group(8, 8);
      assertThat(refused(call).getMessage())
          .contains("the range 64 has 1 dimensions and the group 8 x 8 has 2");
      call.range(8, 8);
      queue.enqueue(call);
      call.group(8);
      assertThat(refused(call).getMessage()).contains("8 x 8 has 2").contains("8 has 1");
      call.group(2, 2, 2).range(4, 4, 4);
      queue.enqueue(call);
      call.group(0).range(64);
      queue.enqueue(call);

      assertThat(plugin.launched).containsExactly(64);
    }
  }

  @Test
  void anOffsetInADimensionThatTheRangeDoesNotHaveIsRefused() {
    try (Call call = ranged().range(64).offset(0, 5, 0)) {
      assertThat(refused(call).getMessage()).contains("offset is 0 x 5 x 0");
      queue.enqueue(call.range(64, 64));
      call.offset(Long.MAX_VALUE - 10, 0, 0);
      assertThat(refused(call).getMessage()).contains("ends beyond what can be counted");
      queue.enqueue(call.offset(0, 0, 0));
    }
  }

  @Test
  void aGroupThatTheSourceDemandsIsNotCutOff() {
    plugin.requiredGroup = new long[] {8, 8, 1};
    try (Call call = ranged().range(64)) {
      assertThat(refused(call).getMessage()).contains("demands groups of 8 x 8 x 1");
      queue.enqueue(call.range(64, 64));
    }
  }

  @Test
  void sizesThatAreZeroOrOverflowAreRefused() {
    try (Call call = ranged()) {
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(0, 8));
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.group(1L << 32, 1L << 32));
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.range(8, 0));
      var error = refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.range(1L << 32, 1L << 32));
      assertThat(error.getMessage()).contains("4294967296 x 4294967296");
      refused(call);
      queue.enqueue(call.range(1));
    }
  }

  @Test
  void aCallWithoutRangeIsRefusedUnlessTheKernelIsATask() {
    try (Call call = ranged()) {
      var error = refused(call);
      assertThat(error.getMessage() + error.remedy()).contains("range").contains("range.one=INDEX");
    }
    refuses(
        ErrorCode.WRONG_WORK_SIZE, () -> kernel(DeviceBinary.ofSource(RANGED)).start(buffer, 5));
    try (Call call = call(DeviceBinary.ofSource(TASK)).set(1, 5)) {
      queue.enqueue(call);
    }
    assertThat(plugin.launched).containsExactly(1);
  }

  @Test
  void aSourceThatDemandsGroupsOfOneItemIsATask() {
    plugin.requiredGroup = new long[] {1, 1, 1};
    try (Call call = ranged()) {
      queue.enqueue(call);

      assertThat(plugin.launched).containsExactly(1, 1, 1);
    }
  }

  @Test
  void theRangeIsTheArgumentThatTheBinaryNamesUnlessTheProgramSetsIt() {
    DeviceBinary binary = DeviceBinary.ofSource(RANGED).withRange("one", List.of(1));
    try (Call call = call(binary)) {
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.enqueue(call));
      queue.enqueue(call.set(1, 40));
      assertThat(plugin.launched).containsExactly(40);
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.set(1, 0));
      queue.enqueue(call.range(64).set(1, 50));
      assertThat(plugin.launched).containsExactly(64);
    }
    kernel(binary).start(buffer, 30).await(LONG);
    assertThat(plugin.launched).containsExactly(30);
  }

  @Test
  void aRangeOfWhatIsNoNumberIsADefectOfTheBinary() {
    for (int index : List.of(0, 2)) {
      DeviceBinary binary = DeviceBinary.ofSource(RANGED).withRange("one", List.of(index));
      var error = refuses(ErrorCode.IMAGE_INVALID, () -> kernel(binary));
      assertThat(error.getMessage()).contains("argument " + index + " of kernel one");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"char", "uchar", "short", "ushort", "int", "uint", "half", "float"})
  void aNumberIsTakenByEveryWayToSetIt(String type) {
    plugin.numberType = type;
    try (Call call = call(DeviceBinary.ofSource(RANGED))) {
      if (type.equals("half") || type.equals("float")) {
        call.set(1, Double.NaN).set(1, Double.NEGATIVE_INFINITY).set(1, 2.5).set(1, 7L);
      } else {
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, 2.5));
        call.set(1, -1).set(1, 100L);
      }
      assertThat(call.set(1, (Object) 5)).isSameAs(call);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"float", "double"})
  void aRealNumberOfAnyClassIsNotCutOff(String type) {
    plugin.numberType = type;
    try (Call call = call(DeviceBinary.ofSource(RANGED))) {
      for (Number number :
          List.of(
              1.5f,
              1.5,
              new BigDecimal("1.5"),
              new BigDecimal("-2147483649.75"),
              BigInteger.ONE.shiftLeft(40),
              new AtomicLong(1L << 40),
              (byte) -1,
              (short) 300,
              7,
              1L << 40)) {
        call.set(1, (Object) number);
        ByteBuffer bytes = ByteBuffer.wrap(plugin.argument).order(ByteOrder.LITTLE_ENDIAN);
        if (type.equals("float")) {
          assertThat(bytes.getFloat()).isEqualTo(number.floatValue());
        } else {
          assertThat(bytes.getDouble()).isEqualTo(number.doubleValue());
        }
      }
    }
    plugin.numberType = "long";
    try (Call call = call(DeviceBinary.ofSource(RANGED))) {
      for (Number number : List.of(new BigDecimal("1.5"), BigInteger.ONE, new AtomicLong(1))) {
        refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> call.set(1, (Object) number));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"char", "short", "int", "long"})
  void bytesOfAnArgumentAreTheRangeToo(String type) {
    plugin.numberType = type;
    int size = List.of("char", "short", "int", "long").indexOf(type);
    DeviceBinary binary = DeviceBinary.ofSource(RANGED).withRange("one", List.of(1));
    try (Call call = call(binary)) {
      queue.enqueue(call.set(1, 40));
      byte[] bytes = new byte[1 << size];
      bytes[0] = 50;
      queue.enqueue(call.setBytes(1, MemorySegment.ofArray(bytes)));
      assertThat(plugin.launched).containsExactly(50);
      byte[] before = plugin.argument;
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.set(1, -1));
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.set(1, -1L));
      bytes[0] = 0;
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.setBytes(1, MemorySegment.ofArray(bytes)));
      // What is refused changes neither the argument nor the range.
      assertThat(plugin.argument).isEqualTo(before);
      queue.enqueue(call);
      assertThat(plugin.launched).containsExactly(50);
    }
  }

  @Test
  void sizesOfTheRangeAreSetInAnyOrder() {
    plugin.tellsArguments = false;
    plugin.argumentCount = 3;
    DeviceBinary binary = DeviceBinary.ofSource(RANGED).withRange("one", List.of(0, 1, 2));
    plugin.answer("kernelGetArgInfo", PiResult.UNSUPPORTED_FEATURE);
    try (Call call = kernel(binary).call()) {
      call.set(2, 3).set(1, 4);
      refuses(ErrorCode.WRONG_ARGUMENT_TYPE, () -> queue.enqueue(call));
      refuses(ErrorCode.WRONG_WORK_SIZE, () -> call.set(0, Long.MAX_VALUE / 2));
      queue.enqueue(call.set(0, 5));
      assertThat(plugin.launched).containsExactly(5, 4, 3);
    }
  }

  @Test
  void aValueThatTheTableRefusesWasNotSet() {
    plugin.numberType = "half";
    try (Call call = call(DeviceBinary.ofSource(RANGED))) {
      plugin.answer("kernelSetArg", PiResult.INVALID_ARG_SIZE);
      refuses(ErrorCode.WRONG_ARGUMENT_SIZE, () -> call.set(1, 1));
      plugin.answer("kernelSetArg", PiResult.SUCCESS);
    }
  }

  @Test
  void aCallThatWasStartedIsNotStartedSetOrClosedUnderItsExecutionInFlight() {
    Call call = call(DeviceBinary.ofSource(TASK)).set(1, (Object) 5);
    plugin.prompt = false;
    Run own = call.start();
    refuses(ErrorCode.IN_USE, call::start);
    refuses(ErrorCode.IN_USE, () -> call.set(1, 6));
    refuses(ErrorCode.IN_USE, () -> call.set(0, buffer));
    assertThat(own.state()).isEqualTo(RunState.QUEUED);
    assertThat(queue.marker(own).state()).isEqualTo(RunState.QUEUED);
    plugin.end(FakePi.COMPLETE);
    plugin.prompt = true;

    assertThat(own.join(LONG)).isEqualTo(RunState.COMPLETED);
    assertThat(call.set(1, 6).start()).isSameAs(own);
    call.close();
    call.close();
    refuses(ErrorCode.CLOSED, call::start);
  }

  @Test
  void theOwnRunOfACallThatWasNeverStartedIsNothingToWaitFor() {
    CallRun own = new CallRun("one");
    assertThat(own.state()).isEqualTo(RunState.NEW);
    assertThat(own.cancel()).isFalse();
    refuses(ErrorCode.INVALID_ARGUMENT, () -> own.await(LONG));
    refuses(ErrorCode.INVALID_ARGUMENT, () -> own.join(LONG));
    refuses(ErrorCode.INVALID_ARGUMENT, own::completion);
    var error = refuses(ErrorCode.INVALID_ARGUMENT, () -> queue.marker(own));
    assertThat(error.getMessage()).contains("it was never started");
  }

  @Test
  void aCallWhoseExecutionWasEnqueuedIsClosedWhenItsQueueIsEmpty() {
    Call call = call(DeviceBinary.ofSource(TASK)).set(1, 5);
    plugin.prompt = false;
    queue.enqueue(call);
    refuses(ErrorCode.IN_USE, call::close);
    plugin.end(FakePi.COMPLETE);
    plugin.prompt = true;
    queue.enqueue(call.set(1, 7));
    call.close();
  }

  @Test
  void bindingSetsAllValues() {
    Kernel kernel = kernel(DeviceBinary.ofSource(TASK));
    int before = plugin.left().size();
    try (Call call = kernel.bind(buffer, 5)) {
      queue.submit(call).await(LONG);
      refuses(ErrorCode.NOT_SUPPORTED, () -> call.limit(LONG));
      queue.enqueue(call.limit(Duration.ZERO));
    }
    queue.finish(LONG);
    assertThat(plugin.launched).containsExactly(1);
    assertThat(plugin.left()).as("closed calls go a little later").hasSizeLessThan(before + 8);
  }
}
