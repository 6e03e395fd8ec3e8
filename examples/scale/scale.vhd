-- c(i) = a(i) * factor: a kernel in VHDL with one AXI4 master and the registers of ap_ctrl_hs.
--
--   0x00 control: bit 0 start, 1 done (cleared by reading), 2 idle, 3 ready
--   0x04 global interrupt enable, 0x08 interrupt enable, 0x0c interrupt status (write 1 to toggle)
--   0x10 a, 0x1c c (64 bits each), 0x28 factor, 0x30 n
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity scale is
  port (
    ap_clk   : in std_logic;
    ap_rst_n : in std_logic;

    s_axi_control_awvalid : in  std_logic;
    s_axi_control_awready : out std_logic;
    s_axi_control_awaddr  : in  std_logic_vector(11 downto 0);
    s_axi_control_wvalid  : in  std_logic;
    s_axi_control_wready  : out std_logic;
    s_axi_control_wdata   : in  std_logic_vector(31 downto 0);
    s_axi_control_wstrb   : in  std_logic_vector(3 downto 0);
    s_axi_control_bvalid  : out std_logic;
    s_axi_control_bready  : in  std_logic;
    s_axi_control_bresp   : out std_logic_vector(1 downto 0);
    s_axi_control_arvalid : in  std_logic;
    s_axi_control_arready : out std_logic;
    s_axi_control_araddr  : in  std_logic_vector(11 downto 0);
    s_axi_control_rvalid  : out std_logic;
    s_axi_control_rready  : in  std_logic;
    s_axi_control_rdata   : out std_logic_vector(31 downto 0);
    s_axi_control_rresp   : out std_logic_vector(1 downto 0);
    interrupt             : out std_logic;

    m_axi_gmem_awvalid : out std_logic;
    m_axi_gmem_awready : in  std_logic;
    m_axi_gmem_awaddr  : out std_logic_vector(63 downto 0);
    m_axi_gmem_awlen   : out std_logic_vector(7 downto 0);
    m_axi_gmem_awsize  : out std_logic_vector(2 downto 0);
    m_axi_gmem_awburst : out std_logic_vector(1 downto 0);
    m_axi_gmem_wvalid  : out std_logic;
    m_axi_gmem_wready  : in  std_logic;
    m_axi_gmem_wdata   : out std_logic_vector(31 downto 0);
    m_axi_gmem_wstrb   : out std_logic_vector(3 downto 0);
    m_axi_gmem_wlast   : out std_logic;
    m_axi_gmem_bvalid  : in  std_logic;
    m_axi_gmem_bready  : out std_logic;
    m_axi_gmem_bresp   : in  std_logic_vector(1 downto 0);
    m_axi_gmem_arvalid : out std_logic;
    m_axi_gmem_arready : in  std_logic;
    m_axi_gmem_araddr  : out std_logic_vector(63 downto 0);
    m_axi_gmem_arlen   : out std_logic_vector(7 downto 0);
    m_axi_gmem_arsize  : out std_logic_vector(2 downto 0);
    m_axi_gmem_arburst : out std_logic_vector(1 downto 0);
    m_axi_gmem_rvalid  : in  std_logic;
    m_axi_gmem_rready  : out std_logic;
    m_axi_gmem_rdata   : in  std_logic_vector(31 downto 0);
    m_axi_gmem_rresp   : in  std_logic_vector(1 downto 0);
    m_axi_gmem_rlast   : in  std_logic
  );
end entity;

architecture rtl of scale is
  type state_t is (waiting, asking, reading, offering, writing, answered);
  type words_t is array (0 to 15) of std_logic_vector(31 downto 0);

  signal state  : state_t := waiting;
  signal words  : words_t := (others => (others => '0'));
  signal start  : std_logic;
  signal finish : std_logic;

  -- What the registers hold.
  signal a_base, c_base : unsigned(63 downto 0) := (others => '0');
  signal factor, length : unsigned(31 downto 0) := (others => '0');
  signal done           : std_logic := '0';
  signal global_enable  : std_logic := '0';
  signal enables        : std_logic_vector(1 downto 0) := "00";
  signal pending        : std_logic_vector(1 downto 0) := "00";
  signal b_full, r_full : std_logic := '0';
  signal r_word         : std_logic_vector(31 downto 0) := (others => '0');
  signal written        : std_logic;

  -- Where the work is.
  signal from_addr, to_addr : unsigned(63 downto 0) := (others => '0');
  signal left               : unsigned(31 downto 0) := (others => '0');
  signal burst, beat        : unsigned(4 downto 0)  := (others => '0');

  -- A burst ends at a multiple of 64 bytes, so none crosses 4 KiB, for both addresses.
  function beats(from_word, to_word : unsigned(3 downto 0); remaining : unsigned(31 downto 0)) return unsigned is
    variable n : unsigned(4 downto 0);
  begin
    n := to_unsigned(16, 5) - maximum(from_word, to_word);
    if remaining < n then
      n := remaining(4 downto 0);
    end if;
    return n;
  end function;
begin
  m_axi_gmem_arsize  <= "010";
  m_axi_gmem_awsize  <= "010";
  m_axi_gmem_arburst <= "01";
  m_axi_gmem_awburst <= "01";
  m_axi_gmem_wstrb   <= "1111";

  -- Registers.
  written <= s_axi_control_awvalid and s_axi_control_wvalid and not b_full;
  s_axi_control_awready <= written;
  s_axi_control_wready  <= written;
  s_axi_control_bvalid  <= b_full;
  s_axi_control_bresp   <= "00";
  s_axi_control_arready <= not r_full;
  s_axi_control_rvalid  <= r_full;
  s_axi_control_rdata   <= r_word;
  s_axi_control_rresp   <= "00";
  start <= '1' when written = '1' and unsigned(s_axi_control_awaddr) = 0
                    and s_axi_control_wdata(0) = '1' and s_axi_control_wstrb(0) = '1'
                    and state = waiting else '0';
  interrupt <= global_enable and (or pending);

  registers : process (ap_clk)
    procedure put(signal target : inout unsigned; constant low : in natural) is
    begin
      for i in 0 to 3 loop
        if s_axi_control_wstrb(i) = '1' then
          target(low + 8 * i + 7 downto low + 8 * i) <= unsigned(s_axi_control_wdata(8 * i + 7 downto 8 * i));
        end if;
      end loop;
    end procedure;
  begin
    if rising_edge(ap_clk) then
      if written = '1' then
        b_full <= '1';
        case s_axi_control_awaddr is
          when x"004" => if s_axi_control_wstrb(0) = '1' then global_enable <= s_axi_control_wdata(0); end if;
          when x"008" => if s_axi_control_wstrb(0) = '1' then enables <= s_axi_control_wdata(1 downto 0); end if;
          when x"00c" => if s_axi_control_wstrb(0) = '1' then pending <= pending xor s_axi_control_wdata(1 downto 0); end if;
          when x"010" => put(a_base, 0);
          when x"014" => put(a_base, 32);
          when x"01c" => put(c_base, 0);
          when x"020" => put(c_base, 32);
          when x"028" => put(factor, 0);
          when x"030" => put(length, 0);
          when others => null;
        end case;
      elsif s_axi_control_bready = '1' then
        b_full <= '0';
      end if;

      if s_axi_control_arvalid = '1' and r_full = '0' then
        r_full <= '1';
        r_word <= (others => '0');
        case s_axi_control_araddr is
          when x"000" =>
            r_word(0) <= '1' when state /= waiting else '0';
            r_word(1) <= done;
            r_word(2) <= '1' when state = waiting else '0';
            r_word(3) <= done;
            done <= '0';
          when x"004" => r_word(0) <= global_enable;
          when x"008" => r_word(1 downto 0) <= enables;
          when x"00c" => r_word(1 downto 0) <= pending;
          when x"010" => r_word <= std_logic_vector(a_base(31 downto 0));
          when x"014" => r_word <= std_logic_vector(a_base(63 downto 32));
          when x"01c" => r_word <= std_logic_vector(c_base(31 downto 0));
          when x"020" => r_word <= std_logic_vector(c_base(63 downto 32));
          when x"028" => r_word <= std_logic_vector(factor);
          when x"030" => r_word <= std_logic_vector(length);
          when others => null;
        end case;
      elsif s_axi_control_rready = '1' then
        r_full <= '0';
      end if;

      if finish = '1' then
        done <= '1';
        pending <= pending or enables;
      end if;

      if ap_rst_n = '0' then
        b_full        <= '0';
        r_full        <= '0';
        done          <= '0';
        global_enable <= '0';
        enables       <= "00";
        pending       <= "00";
      end if;
    end if;
  end process;

  -- Work: up to 16 words in, the same words out, until none is left.
  m_axi_gmem_arvalid <= '1' when state = asking else '0';
  m_axi_gmem_araddr  <= std_logic_vector(from_addr);
  m_axi_gmem_arlen   <= std_logic_vector(resize(burst - 1, 8));
  m_axi_gmem_rready  <= '1' when state = reading else '0';
  m_axi_gmem_awvalid <= '1' when state = offering else '0';
  m_axi_gmem_awaddr  <= std_logic_vector(to_addr);
  m_axi_gmem_awlen   <= std_logic_vector(resize(burst - 1, 8));
  m_axi_gmem_wvalid  <= '1' when state = writing else '0';
  m_axi_gmem_wdata   <= words(to_integer(beat(3 downto 0)));
  m_axi_gmem_wlast   <= '1' when beat = burst - 1 else '0';
  m_axi_gmem_bready  <= '1' when state = answered else '0';
  finish <= '1' when (state = answered and m_axi_gmem_bvalid = '1' and left = burst)
                     or (start = '1' and length = 0) else '0';

  store : process (ap_clk)
  begin
    if rising_edge(ap_clk) then
      if state = reading and m_axi_gmem_rvalid = '1' then
        words(to_integer(beat(3 downto 0))) <=
          std_logic_vector(resize(unsigned(m_axi_gmem_rdata) * factor, 32));
      end if;
    end if;
  end process;

  transfer : process (ap_clk)
    variable next_from, next_to : unsigned(63 downto 0);
  begin
    if rising_edge(ap_clk) then
      case state is
        when waiting =>
          if start = '1' and length /= 0 then
            from_addr <= a_base;
            to_addr   <= c_base;
            left      <= length;
            burst     <= beats(a_base(5 downto 2), c_base(5 downto 2), length);
            state     <= asking;
          end if;
        when asking =>
          beat <= (others => '0');
          if m_axi_gmem_arready = '1' then
            state <= reading;
          end if;
        when reading =>
          if m_axi_gmem_rvalid = '1' then
            beat <= beat + 1;
            if m_axi_gmem_rlast = '1' then
              state <= offering;
            end if;
          end if;
        when offering =>
          beat <= (others => '0');
          if m_axi_gmem_awready = '1' then
            state <= writing;
          end if;
        when writing =>
          if m_axi_gmem_wready = '1' then
            beat <= beat + 1;
            if beat = burst - 1 then
              state <= answered;
            end if;
          end if;
        when answered =>
          if m_axi_gmem_bvalid = '1' then
            next_from := from_addr + shift_left(resize(burst, 64), 2);
            next_to   := to_addr + shift_left(resize(burst, 64), 2);
            from_addr <= next_from;
            to_addr   <= next_to;
            left      <= left - burst;
            burst     <= beats(next_from(5 downto 2), next_to(5 downto 2), left - burst);
            if left = burst then
              state <= waiting;
            else
              state <= asking;
            end if;
          end if;
      end case;
      if ap_rst_n = '0' then
        state <= waiting;
      end if;
    end if;
  end process;
end architecture;
