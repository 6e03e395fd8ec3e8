package dev.backplane.tck;

import org.junit.jupiter.api.Nested;

/**
 * Every suite of the kit for one driver: raw and through Backplane, without those about what the
 * driver declared absent.
 *
 * {@snippet :
 * final class MyDriverConformanceTest extends DriverConformance {
 *   @Override
 *   protected DriverUnderTest driver() {
 *     return DriverUnderTest.of(new MyDriver()).config("{}").without(Images.class);
 *   }
 * }
 * }
 */
public abstract class DriverConformance {
  /** The conformance of one driver. */
  protected DriverConformance() {}

  /** {@return the driver to test; asked for before the suites are chosen, and once per test} */
  protected abstract DriverUnderTest driver();

  @Nested
  class Lifecycle extends LifecycleConformance {}

  @Nested
  class Adapter extends AdapterConformance {}

  @Nested
  class ManagedInstance extends ManagedInstanceConformance {}

  @Nested
  class Enumeration extends EnumerationConformance {}

  @Nested
  class Opening extends OpeningConformance {}

  @Nested
  class DeclaredGaps extends DeclaredGapsConformance {}

  @Nested
  class Registers extends RegistersConformance {}

  @Nested
  class ScratchRegister extends ScratchRegisterConformance {}

  @Nested
  class Interrupts extends InterruptsConformance {}

  @Nested
  class Memory extends MemoryConformance {}

  @Nested
  class Buffers extends BuffersConformance {}

  @Nested
  class BufferContents extends BufferContentsConformance {}

  @Nested
  class BufferAddresses extends BufferAddressesConformance {}

  @Nested
  class TwoCopies extends TwoCopiesConformance {}

  @Nested
  class BufferFlags extends BufferFlagsConformance {}

  @Nested
  class UserMemory extends UserMemoryConformance {}

  @Nested
  class Slices extends SlicesConformance {}

  @Nested
  class BufferCopies extends BufferCopiesConformance {}

  @Nested
  class Sharing extends SharingConformance {}

  @Nested
  class MemoryUsage extends MemoryUsageConformance {}

  @Nested
  class DeviceMemory extends DeviceMemoryConformance {}

  @Nested
  class Images extends ImagesConformance {}

  @Nested
  class Kernels extends KernelsConformance {}

  @Nested
  class ManagedKernels extends ManagedKernelsConformance {}

  @Nested
  class Runs extends RunsConformance {}

  @Nested
  class Races extends RacesConformance {}

  @Nested
  class ClosingRaces extends ClosingRacesConformance {}

  @Nested
  class Cancel extends CancelConformance {}

  @Nested
  class CancelRaces extends CancelRacesConformance {}

  @Nested
  class ImageInUse extends ImageInUseConformance {}

  @Nested
  class Faults extends FaultsConformance {}

  @Nested
  class Contexts extends ContextsConformance {}

  @Nested
  class Commands extends CommandsConformance {}

  @Nested
  class Management extends ManagementConformance {}

  @Nested
  class Reset extends ResetConformance {}

  @Nested
  class ImageReset extends ImageResetConformance {}

  @Nested
  class RunReset extends RunResetConformance {}

  @Nested
  class FaultedDevice extends FaultedDeviceConformance {}

  @Nested
  class Board extends BoardConformance {}

  @Nested
  class BoardReset extends BoardResetConformance {}

  @Nested
  class Clocks extends ClocksConformance {}

  @Nested
  class UnitReset extends UnitResetConformance {}

  @Nested
  class Firewall extends FirewallConformance {}

  @Nested
  class Diagnosis extends DiagnosisConformance {}

  @Nested
  class Waveforms extends WaveformsConformance {}

  @Nested
  class Launches extends LaunchesConformance {}

  @Nested
  class Transfers extends TransfersConformance {}

  @Nested
  class Rectangles extends RectanglesConformance {}

  @Nested
  class Mappings extends MappingsConformance {}

  @Nested
  class Events extends EventsConformance {}

  @Nested
  class UserEvents extends UserEventsConformance {}

  @Nested
  class OutOfOrder extends OutOfOrderConformance {}

  @Nested
  class Programs extends ProgramsConformance {}

  @Nested
  class SourcePrograms extends SourceProgramsConformance {}

  @Nested
  class UnifiedMemory extends UnifiedMemoryConformance {}

  @Nested
  class Interop extends InteropConformance {}

  @Nested
  class Binaries extends BinariesConformance {}
}
