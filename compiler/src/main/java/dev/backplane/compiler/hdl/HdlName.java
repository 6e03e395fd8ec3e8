package dev.backplane.compiler.hdl;

import dev.backplane.compiler.CompilerError;
import dev.backplane.compiler.CompilerException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names that are one identifier in Verilog, SystemVerilog and VHDL, and a file name everywhere:
 * letters and digits of ASCII and single underscores, no keyword, not longer than 64.
 */
public final class HdlName {
  private static final int LONGEST = 64;
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*");

  private static final Set<String> KEYWORDS =
      Set.of(
          ("abs accept_on access after alias all always always_comb always_ff always_latch and"
               + " architecture array assert assign assume attribute automatic aux before begin"
               + " bind bins binsof bit block body break buf buffer bufif0 bufif1 bus byte case"
               + " casex casez cell chandle checker class clocking cmos component con config"
               + " configuration const constant constraint context continue cover covergroup"
               + " coverpoint cross deassign default defparam design disable disconnect dist do"
               + " downto edge else elsif end endcase endchecker endclass endclocking endconfig"
               + " endfunction endgenerate endgroup endinterface endmodule endpackage endprimitive"
               + " endprogram endproperty endsequence endspecify endtable endtask entity enum event"
               + " eventually exit expect export extends extern fairness file final first_match for"
               + " force foreach forever fork forkjoin function generate generic genvar global"
               + " group guarded highz0 highz1 if iff ifnone ignore_bins illegal_bins implements"
               + " implies import impure in incdir include inertial initial inout input inside"
               + " instance int integer interconnect interface intersect is join join_any join_none"
               + " label large let liblist library linkage literal local localparam logic longint"
               + " loop macromodule map matches medium mod modport module nand negedge nettype new"
               + " next nexttime nmos nor noshowcancelled not notif0 notif1 nul null of on open or"
               + " others out output package packed parameter pmos port posedge postponed primitive"
               + " priority prn procedure process program property protected pull0 pull1 pulldown"
               + " pullup pulsestyle_ondetect pulsestyle_onevent pure rand randc randcase"
               + " randsequence range rcmos real realtime record ref reg register reject reject_on"
               + " release rem repeat report restrict restrict_guarantee return rnmos rol ror rpmos"
               + " rtran rtranif0 rtranif1 s_always s_eventually s_nexttime s_until s_until_with"
               + " scalared select sequence severity shared shortint shortreal showcancelled signal"
               + " signed sla sll small soft solve specify specparam sra srl static string strong"
               + " strong0 strong1 struct subtype super supply0 supply1 sync_accept_on"
               + " sync_reject_on table tagged task then this throughout time timeprecision"
               + " timeunit to tran tranif0 tranif1 transport tri tri0 tri1 triand trior trireg"
               + " type typedef unaffected union unique unique0 units unsigned until until_with"
               + " untyped use uwire var variable vectored view virtual void vmode vprop vunit wait"
               + " wait_order wand weak weak0 weak1 when while wildcard wire with within wor xnor"
               + " xor")
              .split(" ", -1));

  private HdlName() {}

  /**
   * Checks a name.
   *
   * @param name the name
   * @param place what messages call its owner
   * @return the name
   * @throws CompilerException with {@link CompilerError#BAD_NAME} if it cannot be one
   */
  public static String check(String name, String place) {
    identifier(name, place);
    if (KEYWORDS.contains(name.toLowerCase(Locale.ROOT))) {
      throw new CompilerException(
          CompilerError.BAD_NAME, place, name + " is a keyword of Verilog or VHDL; rename it");
    }
    return name;
  }

  /**
   * Checks a name that stands behind a prefix, and so may be a keyword.
   *
   * @param name the name
   * @param place what messages call its owner
   * @throws CompilerException with {@link CompilerError#BAD_NAME} if it cannot be one
   */
  public static void identifier(String name, String place) {
    if (name.length() > LONGEST) {
      throw new CompilerException(
          CompilerError.BAD_NAME,
          place.length() > 2 * LONGEST ? place.substring(0, 2 * LONGEST) + "..." : place,
          "a name has " + LONGEST + " characters at most, not " + name.length());
    }
    if (!IDENTIFIER.matcher(name).matches()) {
      throw new CompilerException(
          CompilerError.BAD_NAME,
          place,
          "\""
              + name
              + "\" cannot be a name in Verilog and VHDL: letters, digits and single underscores"
              + " of ASCII, a letter first; rename it");
    }
  }

  /**
   * Makes a name of any text: what cannot be in a name becomes an underscore. Equal texts give
   * equal names; different texts may, too.
   *
   * @param text the text, possibly empty
   * @param longest how many characters the name may have
   * @return a name that {@link #check} accepts
   */
  public static String like(String text, int longest) {
    String name = text.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_|_$", "");
    if (name.isEmpty() || Character.isDigit(name.charAt(0))) {
      name = "n" + name;
    }
    if (name.length() > longest) {
      name = name.substring(0, longest).replaceAll("_$", "");
    }
    return KEYWORDS.contains(name.toLowerCase(Locale.ROOT)) ? name + "_n" : name;
  }
}
