package dev.backplane.xrt.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Buffer;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Kernel;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Program;
import dev.backplane.api.spi.Adapter;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.driverkit.ConfigurationNode;
import dev.backplane.xrt.card.config.CardConfig;
import dev.backplane.xrt.card.config.ConfigReader;
import dev.backplane.xrt.card.device.Card;
import dev.backplane.xrt.card.holder.CardSession;
import dev.backplane.xrt.card.image.XclbinImages;
import dev.backplane.xrt.card.memory.CardBuffer;
import dev.backplane.xrt.card.schedule.CardClient;
import dev.backplane.xrt.card.schedule.CardRun;
import dev.backplane.xrt.card.schedule.KillClock;
import dev.backplane.xrt.card.schedule.LoadedImage;
import dev.backplane.xrt.card.unit.RunArguments;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The first card of a configuration, opened through the driver, and what tests do with it. */
public final class TestCard implements AutoCloseable {
  public static final Duration DEADLINE = Duration.ofSeconds(20);

  private final Adapter adapter;
  private final DriverDevice device;
  private boolean closed;

  public TestCard(String config) {
    this(config, new SoftcardDriver());
  }

  /** A card on which what does not end is killed when a test says that time has passed. */
  public TestCard(String config, KillClock clock) {
    this(config, new SoftcardDriver(new XclbinImages(), card -> clock));
  }

  private TestCard(String config, SoftcardDriver driver) {
    adapter = configure(config, driver);
    device = open(OpenMode.SHARED);
  }

  public TestCard() {
    this(TestImages.CONFIG);
  }

  /** A card with the usual kernels whose units are scheduled in a mode. */
  public static TestCard inMode(String mode, String... keys) {
    return new TestCard(configInMode(mode, keys));
  }

  public static String configInMode(String mode, String... keys) {
    StringBuilder more = new StringBuilder("{\"mode\": \"").append(mode).append("\", ");
    for (String key : keys) {
      more.append(key).append(", ");
    }
    return TestImages.CONFIG.strip().replaceFirst("\\{", more.toString());
  }

  /** What a configuration says of its cards. */
  public static List<CardConfig> configs(String config) {
    return ConfigReader.read(ConfigurationNode.of(new Adapter.Builder("test"), config));
  }

  public static Adapter configure(String config) {
    return configure(config, new SoftcardDriver());
  }

  private static Adapter configure(String config, SoftcardDriver driver) {
    var builder = new Adapter.Builder("test");
    assertThat(driver.configure(builder, config)).isZero();
    return builder.build();
  }

  /** Opens the same card once more. */
  public DriverDevice open(OpenMode mode) {
    String key = adapter.enumerator().enumerate(List.of()).getFirst().key();
    return adapter.opener().open(key, mode);
  }

  public Adapter adapter() {
    return adapter;
  }

  /** {@return the card itself, whose lock a test may hold to stop others in the middle} */
  public Card card() {
    return ((CardSession) device).card();
  }

  public <F extends Facet> F facet(Class<F> type) {
    return facet(device, type);
  }

  public static <F extends Facet> F facet(DriverDevice from, Class<F> type) {
    return from.facet(type).orElseThrow();
  }

  public Program load() {
    return facet(dev.backplane.api.Images.class).load(TestImages.image());
  }

  public Kernel kernel(String name) {
    return load().kernel(name);
  }

  /** {@return the own run of a call whose arguments are all buffers, not started} */
  public CardRun ownRun(String kernel, Buffer... values) {
    CardClient client = card().clients().getFirst();
    LoadedImage loaded = Objects.requireNonNull(card().loaded(client));
    RunArguments arguments = new RunArguments(values.length);
    for (int i = 0; i < values.length; i++) {
      arguments.bind(i, values[i].address(), (CardBuffer) values[i]);
    }
    return loaded.open(client, loaded.kernel(kernel), arguments, true);
  }

  public static BackplaneException refuses(ErrorCode code, ThrowingCallable call) {
    BackplaneException error = catchThrowableOfType(BackplaneException.class, call);
    assertThat(error).as("an error of code %s", code).isNotNull();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    return error;
  }

  /** Closes the device now; the test is over later. */
  public void closeDevice() {
    closed = true;
    device.close();
  }

  @Override
  public void close() {
    if (!closed) {
      closeDevice();
    }
  }
}
