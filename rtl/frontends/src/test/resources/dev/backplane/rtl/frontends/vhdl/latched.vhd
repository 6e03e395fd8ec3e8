-- Latches: a process, a signal that is chosen, the next state of a machine, and parts of a word.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity latched is
  port (
    clk   : in  std_logic;
    c     : in  std_logic_vector(3 downto 0);
    a     : in  unsigned(7 downto 0);
    b     : in  unsigned(7 downto 0);
    plain : out unsigned(7 downto 0);
    cased : out unsigned(7 downto 0);
    parts : out unsigned(7 downto 0);
    pair  : out unsigned(7 downto 0);
    state : out unsigned(1 downto 0)
  );
end;

architecture rtl of latched is
  type step is (idle, first, second, last);
  signal s : std_logic_vector(3 downto 0) := "0000";
  signal x, y : unsigned(7 downto 0) := x"00";
  signal case_q, pair_q, parts_q : unsigned(7 downto 0) := x"00";
  signal present, next_step : step := idle;
begin
  process (clk) begin
    if rising_edge(clk) then
      s <= c;
      x <= a;
      y <= b;
      present <= next_step;
    end if;
  end process;

  -- GHDL 2.0 keeps this only for a port; a signal like it is refused.
  process (s, x) begin
    if s(0) = '1' then
      plain <= x;
    end if;
  end process;

  process (s, x, y) begin
    case s is
      when "0000" | "0101" => case_q <= x;
      when "0011" => case_q <= x + y;
      when "1001" => case_q <= (others => '0');
      when others => null;
    end case;
  end process;

  -- One condition for a part, and always for the other.
  process (s, x, y) begin
    if s(0) = '1' then
      pair_q(7 downto 3) <= x(4 downto 0);
    end if;
    pair_q(2 downto 0) <= y(2 downto 0);
  end process;

  process (s, x, y) begin
    if s(2) = '1' then
      parts_q(3 downto 0) <= x(7 downto 4);
    end if;
    if s(3) = '1' then
      parts_q(7 downto 4) <= y(3 downto 0);
    end if;
  end process;

  process (present, s) begin
    case present is
      when idle =>
        if s(0) = '1' then
          next_step <= first;
        end if;
      when first =>
        if s(1) = '1' and s(2) = '0' then
          next_step <= second;
        end if;
      when second => next_step <= last;
      when last =>
        if s(3) = '1' then
          next_step <= idle;
        end if;
    end case;
  end process;

  cased <= case_q;
  pair <= pair_q;
  parts <= parts_q;
  state <= to_unsigned(step'pos(present), 2);
end;
