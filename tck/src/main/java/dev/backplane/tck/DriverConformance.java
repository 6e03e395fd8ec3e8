package dev.backplane.tck;

import org.junit.jupiter.api.Nested;

/**
 * Every test of the kit for one driver.
 *
 * {@snippet :
 * final class MyDriverConformanceTest extends DriverConformance {
 *   @Override
 *   protected DriverUnderTest driver() {
 *     return DriverUnderTest.of(new MyDriver()).config("{}").without(Images.class);
 *   }
 * }
 * }
 *
 * <p>A driver that wants only one concept at a time extends that concept's class instead.
 */
public abstract class DriverConformance {
  /** The conformance of one driver. */
  protected DriverConformance() {}

  /** {@return the driver to test; asked for once per test} */
  protected abstract DriverUnderTest driver();

  /** Configuring, initialising and finalising. */
  @Nested
  class Lifecycle extends LifecycleConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Finding resources. */
  @Nested
  class Enumeration extends EnumerationConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Opening resources and asking for facets. */
  @Nested
  class Opening extends OpeningConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Reading and writing control words. */
  @Nested
  class Registers extends RegistersConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Banks and buffers. */
  @Nested
  class Memory extends MemoryConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** What buffers can do besides. */
  @Nested
  class Buffers extends BuffersConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Access by device address. */
  @Nested
  class DeviceMemory extends DeviceMemoryConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Contexts and commands. */
  @Nested
  class Commands extends CommandsConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Loading images. */
  @Nested
  class Images extends ImagesConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Kernels and their arguments. */
  @Nested
  class Kernels extends KernelsConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Executing kernels. */
  @Nested
  class Runs extends RunsConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Holding compute units. */
  @Nested
  class Contexts extends ContextsConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Health, faults and reset. */
  @Nested
  class Management extends ManagementConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Sensors, clocks, firewall and what else is on a board. */
  @Nested
  class Board extends BoardConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Showing what goes on at the pins of kernels. */
  @Nested
  class Diagnosis extends DiagnosisConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Queues, launches and events. */
  @Nested
  class Queues extends QueuesConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Building programs. */
  @Nested
  class Programs extends ProgramsConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Memory that host and device know by one address. */
  @Nested
  class UnifiedMemory extends UnifiedMemoryConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Handles of the runtime below. */
  @Nested
  class Interop extends InteropConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }

  /** Which of several device binaries fits. */
  @Nested
  class Binaries extends BinariesConformance {
    @Override
    protected DriverUnderTest driver() {
      return DriverConformance.this.driver();
    }
  }
}
