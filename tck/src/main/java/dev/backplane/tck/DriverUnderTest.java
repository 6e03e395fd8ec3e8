package dev.backplane.tck;

import dev.backplane.api.Binaries;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.Interop;
import dev.backplane.api.Programs;
import dev.backplane.api.Queues;
import dev.backplane.api.UnifiedMemory;
import dev.backplane.api.spi.Driver;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a driver registers itself with the kit: the driver, a configuration that gives at least one
 * device, something that device can compute, and what it does not have.
 *
 * <p>Filled once by the driver's test class, then only read.
 */
public final class DriverUnderTest {
  /**
   * Work that makes a device fail.
   *
   * @param work the work
   * @param code what its run fails with
   */
  record Faulting(Work work, ErrorCode code) {}

  private final Driver driver;
  private String config = "{}";
  private final List<String> refusedConfigs = new ArrayList<>();
  private final Set<Class<? extends Facet>> absent = new LinkedHashSet<>();
  private final Set<BufferAbility> plain = EnumSet.noneOf(BufferAbility.class);
  private final Set<Gap> gaps = EnumSet.noneOf(Gap.class);
  private final Map<Image, ErrorCode> refusedImages = new LinkedHashMap<>();
  private OptionalLong scratchRegister = OptionalLong.empty();
  private @Nullable Work work;
  private @Nullable Work endlessWork;
  private @Nullable Faulting faultingWork;

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
   * Declares that the devices have none of the facets that stand for the plugin interface: queues,
   * programs, unified memory, native handles and device binaries. Returns this registration.
   */
  public DriverUnderTest withoutPluginInterface() {
    return without(Queues.class)
        .without(Programs.class)
        .without(UnifiedMemory.class)
        .without(Interop.class)
        .without(Binaries.class);
  }

  /**
   * Declares what the buffers of the devices cannot do; it must be refused with {@link
   * ErrorCode#NOT_SUPPORTED}. Returns this registration.
   */
  public DriverUnderTest without(BufferAbility... abilities) {
    plain.addAll(List.of(abilities));
    return this;
  }

  /**
   * Declares what the devices do not do within a facet that they have. Returns this registration.
   */
  public DriverUnderTest without(Gap gap) {
    gaps.add(gap);
    return this;
  }

  /** Sets what the device is to compute. Returns this registration. */
  public DriverUnderTest work(Work value) {
    work = value;
    return this;
  }

  /**
   * Sets work that ends only by being cancelled; without it nothing is tested of runs in flight.
   * Its image, where it has one, is that of the other work. Returns this registration.
   */
  public DriverUnderTest endlessWork(Work value) {
    endlessWork = value;
    return this;
  }

  /**
   * Sets work that leaves the device faulted. Returns this registration.
   *
   * @param value the work
   * @param code what its run fails with
   */
  public DriverUnderTest faultingWork(Work value, ErrorCode code) {
    faultingWork = new Faulting(value, code);
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

  Driver driver() {
    return driver;
  }

  String config() {
    return config;
  }

  List<String> refusedConfigs() {
    return refusedConfigs;
  }

  boolean lacks(Class<? extends Facet> facet) {
    return absent.contains(facet);
  }

  boolean lacks(BufferAbility ability) {
    return plain.contains(ability);
  }

  boolean lacks(Gap gap) {
    return gaps.contains(gap);
  }

  Optional<Work> work() {
    return Optional.ofNullable(work);
  }

  Optional<Work> endlessWork() {
    return Optional.ofNullable(endlessWork);
  }

  Optional<Faulting> faultingWork() {
    return Optional.ofNullable(faultingWork);
  }

  Map<Image, ErrorCode> refusedImages() {
    return refusedImages;
  }

  OptionalLong scratchRegister() {
    return scratchRegister;
  }
}
