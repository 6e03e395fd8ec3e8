package dev.backplane.rtl.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.rtl.engines.JvmEngine;
import dev.backplane.rtl.frontends.FrontEnd;
import dev.backplane.rtl.frontends.TestVerilator;
import dev.backplane.rtl.netlist.Netlist;
import dev.backplane.rtl.netlist.NetlistWriter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Designs behave the same with all versions of Verilator. */
class FrontEndsAgreeTest {
  /** Versions optimise a few designs in other ways; those have to behave the same. */
  @ParameterizedTest
  @ValueSource(strings = {"trixie", "sid"})
  void everyVersionOfVerilatorMakesTheSameNetlists(String release) {
    FrontEnd installed = TestVerilator.frontEnd();
    FrontEnd other = TestVerilator.ofRelease(release);
    int same = 0;
    List<CorpusDesign> designs = Corpus.find().designs();
    for (CorpusDesign design : designs) {
      Netlist one = ElaboratedDesigns.netlist(design, installed);
      Netlist two = other.elaborate(design.sources(), design.top()).netlist();
      if (text(one).equals(text(two))) {
        same++;
      } else {
        assertThat(Behaviour.of(design, JvmEngine.compile(two)))
            .as("%s through %s", design, other.name())
            .isEqualTo(Behaviour.of(design, JvmEngine.compile(one)));
      }
    }
    assertThat(same).isGreaterThanOrEqualTo(designs.size() * 9 / 10);
  }

  /** The text of a netlist; tables of enumerations have names with numbers of Verilator's own. */
  private static String text(Netlist netlist) {
    return NetlistWriter.write(netlist).replaceAll("(__Venumtab_enum_[a-z]+)\\d+", "$1");
  }
}
