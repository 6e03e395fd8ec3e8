package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * A kind of front end, which {@link ServiceLoader} finds: a module that elaborates with another
 * tool provides one. Stateless.
 */
public interface FrontEndProvider {
  /** {@return what people call it, for example {@code yosys}} */
  String name();

  /**
   * Finds the tool on this machine.
   *
   * @param deadline how long each run of the tool may take
   * @return a front end on it
   * @throws RtlException {@code TOOL_MISSING} with every place that was searched
   */
  FrontEnd find(Duration deadline);

  /** {@return all of them: the one on Verilator, which reads most of the language, then by name} */
  static List<FrontEndProvider> all() {
    return Stream.concat(
            Stream.of(new VerilatorFrontEndProvider()),
            ServiceLoader.load(FrontEndProvider.class, FrontEndProvider.class.getClassLoader())
                .stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(FrontEndProvider::name)))
        .toList();
  }
}
