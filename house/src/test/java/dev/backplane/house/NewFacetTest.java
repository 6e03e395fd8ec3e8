package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A facet is an interface and a class of the kit: both are here, and compiling them together with
 * the manager and the kit as they are gives everything else.
 */
final class NewFacetTest {
  private static final String FACET =
      """
      package dev.backplane.api;

      import dev.backplane.api.contract.AtLeast;
      import java.time.Duration;
      import java.util.Optional;

      public interface Fan extends Facet {
        interface Blade extends AutoCloseable {
          int angle();

          Blade turn(int degrees);

          @Override
          void close();
        }

        int speed();

        void speed(@AtLeast(0) int percent);

        Blade blade(int number);

        Optional<Blade> spare();

        int compare(Blade one, Blade other);

        boolean await(Duration timeout);
      }
      """;

  private static final String KIT =
      """
      package dev.backplane.tck;

      import static org.assertj.core.api.Assertions.assertThat;

      import dev.backplane.api.Fan;
      import org.junit.jupiter.api.Test;

      @Needs(Fan.class)
      public abstract class FanConformance extends Conformance {
        @Test
        void aFanTurns() {
          assertThat(rig().facet(rig().open(), Fan.class).speed()).isPositive();
        }
      }
      """;

  /** A driver's side and a program's. */
  private static final String USE =
      """
      package dev.backplane.runtime.trace;

      import dev.backplane.api.*;
      import dev.backplane.api.Fan.Blade;
      import dev.backplane.api.spi.DriverDevice;
      import dev.backplane.runtime.configuration.*;
      import dev.backplane.runtime.device.*;
      import java.time.*;
      import java.util.*;

      public final class UseOfFan {
        static final class DriverBlade implements Blade {
          int angle;

          public int angle() {
            return angle;
          }

          public Blade turn(int degrees) {
            angle += degrees;
            return this;
          }

          public void close() {
            SEEN.add("driver: blade closed");
          }
        }

        static final class DriverFan implements Fan {
          int percent = 10;

          public int speed() {
            return percent;
          }

          public void speed(int percent) {
            this.percent = percent;
          }

          public Blade blade(int number) {
            if (number > 3) {
              throw new IndexOutOfBoundsException("blade " + number);
            }
            return new DriverBlade();
          }

          public Optional<Blade> spare() {
            return Optional.of(new DriverBlade());
          }

          public int compare(Blade one, Blade other) {
            return ((DriverBlade) one).angle - ((DriverBlade) other).angle;
          }

          public boolean await(Duration timeout) {
            return false;
          }
        }

        static final List<String> SEEN = new ArrayList<>();

        static Device open(String id) {
          DriverDevice device =
              new DriverDevice() {
                public <F extends Facet> Optional<F> facet(Class<F> type) {
                  return Optional.empty();
                }

                public void close() {}
              };
          DriverSide side =
              new DriverSide(
                  "one",
                  "one/fan",
                  device,
                  Map.of(Fan.class, new DriverFan()),
                  UseOfFan.class.getClassLoader(),
                  device::close,
                  why -> {});
          DeviceProperties properties =
              DeviceProperties.builder("fan", ObjectType.ACCELERATOR, DeviceType.FPGA).build();
          OpenDevice open =
              new OpenDevice(
                  id,
                  properties,
                  ApiPolicy.DEFAULT,
                  List.of(side),
                  new ErrorMeter(id, id, null),
                  closed -> closed.tearDown(Duration.ofSeconds(1)).forEach(step -> run(step)));
          Listener listener =
              new Listener() {
                public boolean takesCalls() {
                  return true;
                }

                public void returned(Listener.Returned call) {
                  SEEN.add(call.call().call() + call.call().arguments() + " " + call.call().outcome());
                }
              };
          return new CallTracer(List.of(listener), InstantSource.system()).device(open.handle());
        }

        static void run(TearDown step) {
          try {
            step.work().run();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        }

        static void refused(Runnable call) {
          try {
            call.run();
            SEEN.add("accepted");
          } catch (BackplaneException e) {
            SEEN.add(e.code() + ": " + e.operation());
          }
        }

        public static List<String> run() throws Exception {
          Device device = open("one/a");
          Fan fan = device.facet(Fan.class);
          fan.speed(fan.speed() + 1);
          Blade first = fan.blade(1).turn(5);
          Blade spare = fan.spare().orElseThrow();
          SEEN.add("angles differ by " + fan.compare(first, spare));
          refused(() -> fan.speed(-1));
          refused(() -> fan.await(Duration.ofNanos(-1)));
          refused(() -> fan.blade(9));
          refused(() -> fan.compare(first, open("one/b").facet(Fan.class).blade(0)));
          first.close();
          first.close();
          refused(first::angle);
          refused(() -> fan.compare(first, spare));
          device.close();
          device.close();
          refused(fan::speed);
          refused(spare::angle);
          var json = "{\\"plugins\\": [{\\"module\\": \\"m\\", \\"api_policy\\": {\\"disable\\": [\\"Fan\\"]}}]}";
          SEEN.add("configured " + ConfigurationDecoder.decode("f", json).plugins().getFirst().api());
          SEEN.add("in the kit " + Class.forName("dev.backplane.tck.Suites$Fan").getSuperclass());
          return SEEN;
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void anInterfaceAndAClassOfTheKitAreAllThatAFacetNeeds() throws Exception {
    compile();

    assertThat(run())
        .contains(
            "Fan.speed() 10",
            "Fan.speed(11) -",
            "Fan.blade(1) blade",
            "Blade.turn(5) blade",
            "Fan.compare(blade, blade) 5",
            "angles differ by 5",
            "INVALID_ARGUMENT: speed",
            "INVALID_ARGUMENT: await",
            "PLUGIN_FAILED: blade",
            "INVALID_ARGUMENT: compare",
            "CLOSED: angle",
            "CLOSED: compare",
            "CLOSED: speed",
            "configured ApiPolicy[disable=[Fan], servedBy={}]",
            "in the kit class dev.backplane.tck.FanConformance")
        .doesNotContain("accepted")
        .satisfies(seen -> assertThat(seen).filteredOn("driver: blade closed"::equals).hasSize(2));
    assertThat(folder.resolve("dev/backplane/runtime/configuration.schema.json"))
        .content()
        .contains("\"Events\", \"Fan\", \"FaultInjection\"");
  }

  private void compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      List<javax.tools.JavaFileObject> sources = new ArrayList<>();
      manager.getJavaFileObjectsFromPaths(sourcesOf("core/runtime")).forEach(sources::add);
      manager.getJavaFileObjectsFromPaths(sourcesOf("kit/tck")).forEach(sources::add);
      sources.add(new Source("dev/backplane/api/Fan", FACET));
      sources.add(new Source("dev/backplane/tck/FanConformance", KIT));
      sources.add(new Source("dev/backplane/runtime/trace/UseOfFan", USE));
      String path = String.join(File.pathSeparator, ClassPath.entries());
      List<String> options =
          List.of(
              "-parameters",
              "-nowarn",
              "-Acontracts.schema=../core/runtime/src/main/schema/configuration.schema.json",
              "-cp",
              path,
              "-processorpath",
              path,
              "-d",
              folder.toString());
      boolean done = compiler.getTask(messages, manager, null, options, null, sources).call();
      assertThat(done).as(messages.toString()).isTrue();
    }
  }

  private static List<Path> sourcesOf(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("module-info.java"))
          .toList();
    }
  }

  private List<String> run() throws Exception {
    try (URLClassLoader loader = ClassPath.loader(folder)) {
      Object seen =
          loader.loadClass("dev.backplane.runtime.trace.UseOfFan").getMethod("run").invoke(null);
      return ((List<?>) seen).stream().map(String::valueOf).toList();
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
