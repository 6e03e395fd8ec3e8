package dev.backplane.tck;

import dev.backplane.api.Diagnosis;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.ImageMemory;
import dev.backplane.api.Images;
import dev.backplane.api.Kernels;
import dev.backplane.api.Queues;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.ErrorLog;
import dev.backplane.api.board.FaultInjection;
import dev.backplane.api.board.Flash;
import dev.backplane.api.board.HotPlug;
import dev.backplane.api.board.Resets;
import dev.backplane.api.board.Sensors;
import dev.backplane.api.board.Slots;
import dev.backplane.api.capi.CardFlash;
import dev.backplane.api.capi.Coherent;
import dev.backplane.api.capi.CoherentCard;
import dev.backplane.api.opae.AddressSpaceBinding;
import dev.backplane.api.opae.ErrorRegisters;
import dev.backplane.api.opae.Metrics;
import dev.backplane.api.opae.Ports;
import dev.backplane.api.opae.SystemObjects;
import dev.backplane.api.pi.Interop;
import dev.backplane.api.pi.Linker;
import dev.backplane.api.spi.Driver;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.xrt.Board;
import dev.backplane.api.xrt.Commands;
import dev.backplane.api.xrt.DeviceMemory;
import dev.backplane.api.xrt.UnitReservations;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The registration of a driver with the kit: the driver, a configuration with at least one device,
 * a computation for that device, and what it does not have.
 *
 * <p>Filled once by the driver's test class, then only read.
 */
public final class DriverUnderTest {
  /**
   * TestCase that makes a device fail.
   *
   * @param testCase the work
   * @param code what its run fails with
   */
  record Faulting(TestCase testCase, ErrorCode code) {}

  /**
   * An interrupt that the kit has the device raise.
   *
   * @param number which
   * @param raise has it raised once, on a device whose image is loaded
   */
  record RaisedInterrupt(int number, Consumer<DriverDevice> raise) {}

  private final Driver driver;
  private String config = "{}";
  private final List<String> refusedConfigs = new ArrayList<>();
  private final Set<Class<? extends Facet>> absent = new LinkedHashSet<>();
  private final Set<Ability> gaps = EnumSet.noneOf(Ability.class);
  private final Set<Class<? extends Conformance>> only = new LinkedHashSet<>();
  private final Map<Image, ErrorCode> refusedImages = new LinkedHashMap<>();
  private OptionalLong scratchRegister = OptionalLong.empty();
  private @Nullable TestCase testCase;
  private @Nullable TestCase endlessCase;
  private @Nullable Faulting faultingCase;
  private @Nullable RaisedInterrupt interrupt;

  private DriverUnderTest(Driver driver) {
    this.driver = driver;
  }

  /**
   * Starts a registration.
   *
   * @param driver the driver
   * @return a registration with the configuration {@code {}} that claims every facet
   */
  public static DriverUnderTest of(Driver driver) {
    return new DriverUnderTest(driver);
  }

  /** Sets the configuration to test with, as JSON text. Returns this registration. */
  public DriverUnderTest config(String json) {
    config = json;
    return this;
  }

  /** Adds a configuration that configure must refuse. Returns this registration. */
  public DriverUnderTest refusesConfig(String json) {
    refusedConfigs.add(json);
    return this;
  }

  /** Declares that the devices do not have a facet. Returns this registration. */
  public DriverUnderTest without(Class<? extends Facet> facet) {
    absent.add(facet);
    return this;
  }

  /**
   * Declares that the devices have none of the facets that stand for the plugin interface: linking
   * and native handles. Returns this registration.
   */
  public DriverUnderTest withoutPluginInterface() {
    return without(Linker.class).without(Interop.class).without(ImageMemory.class);
  }

  /**
   * Declares that the devices execute no kernels: they have none of the facets that are about
   * images, kernels, and what runs them. Returns this registration.
   */
  public DriverUnderTest withoutKernels() {
    return without(Images.class)
        .without(Kernels.class)
        .without(Queues.class)
        .without(DeviceMemory.class)
        .without(UnitReservations.class)
        .without(Commands.class)
        .without(Board.class)
        .without(Diagnosis.class);
  }

  /**
   * Declares that the devices have none of the facets that resources of OPAE alone have. Returns
   * this registration.
   */
  public DriverUnderTest withoutOpae() {
    return without(AddressSpaceBinding.class)
        .without(ErrorRegisters.class)
        .without(Metrics.class)
        .without(Ports.class)
        .without(SystemObjects.class);
  }

  /**
   * Declares that the devices have none of the facets of a card: sensors, clocks, a log of errors,
   * flash, slots, resets of parts, removal and faults on demand. Returns this registration.
   */
  public DriverUnderTest withoutBoard() {
    return without(Sensors.class)
        .without(Clocks.class)
        .without(ErrorLog.class)
        .without(Flash.class)
        .without(Slots.class)
        .without(Resets.class)
        .without(HotPlug.class)
        .without(FaultInjection.class);
  }

  /**
   * Declares that the devices have none of the facets of coherent accelerators. Returns this
   * registration.
   */
  public DriverUnderTest withoutCoherent() {
    return without(Coherent.class).without(CoherentCard.class).without(CardFlash.class);
  }

  /**
   * Declares what the devices do not do within the facets that they have. Where there is a call for
   * it, that must be refused with {@link ErrorCode#NOT_SUPPORTED}. Returns this registration.
   */
  public DriverUnderTest without(Ability... abilities) {
    gaps.addAll(List.of(abilities));
    return this;
  }

  /**
   * Leaves out all suites but some, for one more configuration of a driver that is tested whole in
   * another. Returns this registration.
   */
  @SafeVarargs
  public final DriverUnderTest only(Class<? extends Conformance>... suites) {
    for (Class<? extends Conformance> suite : suites) {
      only.add(suite);
    }
    return this;
  }

  /** Sets what the device is to compute. Returns this registration. */
  public DriverUnderTest testCase(TestCase value) {
    testCase = value;
    return this;
  }

  /**
   * Sets work that ends only by being cancelled. Its image, where it has one, is that of the other
   * work. Returns this registration.
   */
  public DriverUnderTest endlessCase(TestCase value) {
    endlessCase = value;
    return this;
  }

  /**
   * Sets work that leaves the device faulted. Returns this registration.
   *
   * @param value the work
   * @param code what its run fails with
   */
  public DriverUnderTest faultingCase(TestCase value, ErrorCode code) {
    faultingCase = new Faulting(value, code);
    return this;
  }

  /**
   * Adds an image that loading must refuse. Returns this registration.
   *
   * @param image the image
   * @param code the error
   */
  public DriverUnderTest refusesImage(Image image, ErrorCode code) {
    refusedImages.put(image, code);
    return this;
  }

  /**
   * Names eight bytes of the register space that keep what is written, once the work's image is
   * loaded. Returns this registration.
   *
   * @param offset a multiple of 8
   */
  public DriverUnderTest scratchRegister(long offset) {
    scratchRegister = OptionalLong.of(offset);
    return this;
  }

  /**
   * Sets how a device is made to raise an interrupt. Returns this registration.
   *
   * @param number which
   * @param raise has a device raise it, whose image is loaded if the work has one
   */
  public DriverUnderTest interrupt(int number, Consumer<DriverDevice> raise) {
    interrupt = new RaisedInterrupt(number, raise);
    return this;
  }

  Driver driver() {
    return driver;
  }

  String config() {
    return config;
  }

  List<String> refusedConfigs() {
    return refusedConfigs;
  }

  /** {@return the ways on which a suite is run, none if it is about something declared absent} */
  List<Way> waysOf(Class<? extends Conformance> suite) {
    Needs needs = suite.getAnnotation(Needs.class);
    if (!only.isEmpty() && only.stream().noneMatch(one -> one.isAssignableFrom(suite))) {
      return List.of();
    }
    if (needs == null) {
      return List.of(Way.MANAGED);
    }
    boolean applies =
        Stream.of(needs.value()).noneMatch(this::lacks)
            && Stream.of(needs.abilities()).noneMatch(this::lacks)
            && (!needs.kernels() || !lacks(Images.class) || !lacks(Kernels.class));
    return applies ? List.of(needs.ways()) : List.of();
  }

  boolean lacks(Class<? extends Facet> facet) {
    return absent.contains(facet);
  }

  boolean lacks(Ability ability) {
    return gaps.contains(ability);
  }

  Set<Ability> gaps() {
    return EnumSet.copyOf(gaps);
  }

  boolean hasTestCase() {
    return testCase != null;
  }

  TestCase testCase() {
    return registered(testCase, "testCase(...), or declare without(Kernels.class, Images.class)");
  }

  boolean hasEndlessCase() {
    return endlessCase != null;
  }

  TestCase endlessCase() {
    return registered(endlessCase, "endlessCase(...), or declare without(Ability.ENDLESS_RUNS)");
  }

  boolean hasFaultingCase() {
    return faultingCase != null;
  }

  Faulting faultingCase() {
    return registered(faultingCase, "faultingCase(...), or declare without(Ability.FAULTS)");
  }

  boolean hasInterrupt() {
    return interrupt != null;
  }

  RaisedInterrupt interrupt() {
    return registered(interrupt, "interrupt(...), or declare without(Ability.INTERRUPTS)");
  }

  boolean hasScratchRegister() {
    return scratchRegister.isPresent();
  }

  long scratchRegister() {
    return scratchRegister.orElseThrow(
        () -> missing("scratchRegister(...), or declare without(Ability.SCRATCH_REGISTER)"));
  }

  Map<Image, ErrorCode> refusedImages() {
    return refusedImages;
  }

  private static <T> T registered(@Nullable T value, String call) {
    if (value == null) {
      throw missing(call);
    }
    return value;
  }

  private static AssertionError missing(String call) {
    return new AssertionError("the driver's test neither has nor declares absent: call " + call);
  }
}
