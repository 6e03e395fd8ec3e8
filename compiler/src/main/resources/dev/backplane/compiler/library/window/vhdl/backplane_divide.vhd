-- SPDX-License-Identifier: Apache-2.0
--
-- A number times 2**SCALE, divided by DIVISOR, rounded to nearest, ties to even, and saturated. The
-- absolute value is divided, a bit in each clock, so that nothing is approximated: a result takes
-- IN_WIDTH + SCALE + 2 clocks. With DIVISOR 1 it is divided by 2**SHIFT in none.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity backplane_divide is
  generic (
    IN_WIDTH      : positive := 12;
    SCALE         : natural  := 0;
    SHIFT         : natural  := 0; -- 0 if DIVISOR is not 1
    OUT_WIDTH     : positive := 8;
    DIVISOR       : positive := 9;
    DIVISOR_WIDTH : positive := 4;
    STEP_WIDTH    : positive := 4; -- of a number up to IN_WIDTH + SCALE
    EXACT_WIDTH   : positive := 13 -- IN_WIDTH + SCALE + 1, more than SHIFT, and OUT_WIDTH at least
  );
  port (
    clk       : in  std_logic;
    rst       : in  std_logic;
    in_valid  : in  std_logic;
    in_ready  : out std_logic;
    in_data   : in  std_logic_vector(IN_WIDTH - 1 downto 0);
    out_valid : out std_logic;
    out_ready : in  std_logic;
    out_data  : out std_logic_vector(OUT_WIDTH - 1 downto 0)
  );
end entity;

architecture rtl of backplane_divide is
  constant BITS : positive := IN_WIDTH + SCALE;

  signal exact : signed(EXACT_WIDTH - 1 downto 0);
begin
  by_shift : if DIVISOR = 1 generate
    in_ready  <= out_ready;
    out_valid <= in_valid;
    exact     <= shift_left(resize(signed(in_data), EXACT_WIDTH), SCALE);
  end generate;

  by_steps : if DIVISOR > 1 generate
    signal busy     : std_logic;
    signal full     : std_logic;
    signal idle     : std_logic;
    signal negative : std_logic;
    signal step     : unsigned(STEP_WIDTH - 1 downto 0);
    signal quotient : unsigned(BITS - 1 downto 0); -- what is left of the dividend, then the quotient
    signal rest     : unsigned(DIVISOR_WIDTH - 1 downto 0);
    signal grown    : unsigned(DIVISOR_WIDTH downto 0);
    signal fits     : std_logic;
    signal rounded  : signed(EXACT_WIDTH - 1 downto 0);
  begin
    grown     <= rest & quotient(BITS - 1);
    fits      <= '1' when grown >= DIVISOR else '0';
    idle      <= not busy and not full;
    in_ready  <= idle;
    out_valid <= full;

    process (clk)
    begin
      if rising_edge(clk) then
        if rst = '1' then
          busy <= '0';
          full <= '0';
        elsif busy = '1' then
          if step = BITS - 1 then
            busy <= '0';
            full <= '1';
          end if;
        elsif full = '1' then
          full <= not out_ready;
        else
          busy <= in_valid;
        end if;
      end if;
    end process;

    process (clk)
    begin
      if rising_edge(clk) then
        if busy = '1' then
          step     <= step + 1;
          quotient <= quotient(BITS - 2 downto 0) & fits;
          if fits = '1' then
            rest <= resize(grown - DIVISOR, DIVISOR_WIDTH);
          else
            rest <= grown(DIVISOR_WIDTH - 1 downto 0);
          end if;
        elsif idle = '1' then
          step     <= (others => '0');
          rest     <= (others => '0');
          negative <= in_data(IN_WIDTH - 1);
          -- The absolute value of the smallest number is right as one without sign.
          quotient <= shift_left(resize(unsigned(abs(signed(in_data))), BITS), SCALE);
        end if;
      end if;
    end process;

    process (quotient, rest)
      variable twice : unsigned(DIVISOR_WIDTH downto 0);
    begin
      twice   := rest & '0';
      rounded <= signed(resize(quotient, EXACT_WIDTH));
      if twice > DIVISOR or (twice = DIVISOR and quotient(0) = '1') then
        rounded <= signed(resize(quotient, EXACT_WIDTH)) + 1;
      end if;
    end process;

    exact <= rounded when negative = '0' else -rounded;
  end generate;

  requantize : entity work.backplane_requantize
    generic map (IN_WIDTH => EXACT_WIDTH, OUT_WIDTH => OUT_WIDTH, SHIFT => SHIFT)
    port map (in_data => std_logic_vector(exact), out_data => out_data);
end architecture;
